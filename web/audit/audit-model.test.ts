import { expect, test } from "bun:test";
import type { AuditLine } from "#audit/contract.ts";
import { AuditModel } from "./audit-model.ts";
import { detailsOf } from "./details.ts";

const line = (id: number): AuditLine => ({
  id,
  at: "2026-11-20T12:00:00.000Z",
  who: "person",
  userId: 1,
  name: "Bia",
  kind: "queue",
  verb: "changed",
  thingId: "3",
  thing: "Vendas",
  details: {},
  ip: "",
  company: null,
});

function model() {
  const asked: unknown[] = [];
  const calls = {
    async get<Answer>(path: string, options?: { readonly query?: object }): Promise<Answer> {
      asked.push([path, options?.query]);
      const records = [line(asked.length * 10 + 1), line(asked.length * 10)];
      return (path.endsWith("/people") ? [{ id: 1, name: "Bia" }] : { records, hasMore: true }) as Answer;
    },
    file: async (path: string, options?: { readonly query?: object }) => {
      asked.push([path, options?.query]);
      return new Blob();
    },
  };
  return { model: new AuditModel(calls), asked };
}

test("the next page begins where the last one ended, with the same filter", async () => {
  const { model: page, asked } = model();
  await page.list.reload();
  await page.list.loadMore();
  page.look({ kind: "queue", thingId: "3", thing: "Fila Vendas" });
  await page.list.reload();
  await page.exported("pt");
  expect(asked.slice(0, 2)).toEqual([
    ["/audit", { before: undefined }],
    ["/audit", { before: 10 }],
  ]);
  expect(asked.at(-1)).toEqual(["/audit/export", { kind: "queue", thingId: "3", language: "pt" }]);
  page.look({ kind: "user" });
  expect(page.filter.value).toEqual({ kind: "user", thingId: undefined, thing: undefined });
  page.clear();
  expect(page.isFiltered.value).toBe(false);
});

test("the other trail is read whole, with its own people", async () => {
  const { model: page, asked } = model();
  page.look({ verb: "exported" });
  page.choose("provider");
  await Promise.resolve();
  expect(asked.slice(-2)).toEqual([
    ["/audit/provider/people", undefined],
    ["/audit/provider", { before: undefined }],
  ]);
});

test("details are words: what a field was and is, fields by name, counts", () => {
  const t = ((key: string, values?: object) => `${key}${values ? JSON.stringify(values) : ""}`) as never;
  const details = {
    fields: ["name", "token_hash", "of_nobody"],
    values: { name: ["Vendas", null] as [string | null, string | null] },
    count: 3,
  };
  expect(detailsOf(t, { ...line(1), details }, (key) => key)).toEqual([
    'line.change{"field":"field.name","from":"Vendas","to":"line.none"}',
    "field.token_hash, of nobody",
    'line.count{"count":3}',
  ]);
});

import { expect, test } from "bun:test";
import type { AuditEntry } from "#accounts/audit/contract.ts";
import words from "#accounts/audit/locales/pt.json";
import { addTexts, translate } from "#platform/i18n/translator.ts";
import { GROUPS } from "#web/accounts/settings/fields.ts";
import { AuditModel } from "./audit-model.ts";
import { detailsOf } from "./details.ts";
import pageTexts from "./locales/pt.json";

const line = (id: number): AuditEntry => ({
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

test("the next page of audit entries starts after the last entry, with the same filter", async () => {
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

test("a change to the other audit trail loads all its entries, with its own users", async () => {
  const { model: page, asked } = model();
  page.look({ verb: "exported" });
  page.choose("provider");
  await Promise.resolve();
  expect(asked.slice(-2)).toEqual([
    ["/audit/provider/people", undefined],
    ["/audit/provider", { before: undefined }],
  ]);
});

test("audit details are shown as text: old and new values, field names, counts", () => {
  addTexts("pt", "audit", { ...pageTexts, ...words });
  const t = ((key: string, values?: Record<string, string>) =>
    translate("pt", "audit", key, values)) as never;
  const said = (details: AuditEntry["details"], kind: AuditEntry["kind"] = "queue") =>
    detailsOf(t, { ...line(1), kind, details }, (key) => key).map((text) => text.replaceAll("\u00a0", " "));
  expect(
    said({
      fields: ["name", "token_hash", "of_nobody"],
      values: { name: ["Vendas", null] },
      count: 3,
    }),
  ).toEqual(["nome: Vendas → –", "token, of nobody", "3 itens"]);
  expect(said({ fields: ["paused_at", "message2"] }, "campaign")).toEqual(["em pausa desde, mensagem 2"]);
  expect(
    said({
      fields: ["active", "recurrence", "value_cents", "name"],
      values: {
        active: ["1", "0"],
        recurrence: ["MENSAL", "ANUAL"],
        value_cents: ["9990", "12000"],
        // A text that users typed is not translated, even if it equals a translated value.
        name: ["open", "paid"],
      },
    }),
  ).toEqual([
    "ativa: sim → não",
    "recorrência: mensal → anual",
    "valor: R$ 99,90 → R$ 120,00",
    "nome: open → paid",
  ]);
  expect(said({ fields: ["holidays"], values: { holidays: [null, '["2026-12-25"]'] } }, "setting")).toEqual([
    "holidays",
  ]);
  expect(said({ fields: ["call"], values: { call: ["disabled", "enabled"] } }, "setting")).toEqual([
    "call: desligado → ligado",
  ]);
});

test("every changed setting is shown as text in the audit trail", () => {
  const choices = GROUPS.flatMap(({ fields }) => fields).flatMap(({ key, control }) =>
    control.kind === "choice" ? control.options.map((option) => option.slice(key.length + 1)) : [],
  );
  expect(choices.length).toBeGreaterThan(8);
  expect(choices.filter((choice) => !Object.hasOwn(words.value, choice))).toEqual([]);
});

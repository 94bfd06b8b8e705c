import { expect, test } from "bun:test";
import { act, fireEvent, render, screen } from "@testing-library/react";
import type { CompanyExport } from "#operations/backups/contract.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { type PageCall, servePage } from "#web/lib/testing/test-page.ts";
import { ExportCompany, shareDone } from "./export-company.tsx";
import { companyTexts } from "./locales/index.ts";
import { sampleCompany } from "./testing.ts";

await startPortuguese(companyTexts);

const sample = (fields: Partial<CompanyExport>): CompanyExport => ({
  id: 1,
  companyId: 7,
  state: "running",
  done: 0,
  total: 0,
  size: null,
  startedAt: "2026-11-22T05:00:00.000Z",
  finishedAt: null,
  expiresAt: null,
  url: null,
  error: null,
  ...fields,
});
let calls: readonly PageCall[];
const open = async (last: CompanyExport | null) => {
  calls = servePage(({ method }) => {
    if (method === "POST") return { body: sample({}) };
    return { body: method === "GET" ? { export: last } : { message: "" } };
  });
  await act(async () => void render(<ExportCompany company={sampleCompany()} onClose={() => {}} />));
};

test("the export refuses a short passphrase; with a long one it starts and can be cancelled", async () => {
  await open(null);
  const field = await screen.findByLabelText("Senha do arquivo");
  const press = async () => {
    await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Exportar" })));
    await act(() => Bun.sleep(550));
  };
  fireEvent.change(field, { target: { value: "curta" } });
  await press();
  expect(calls.filter(({ method }) => method === "POST")).toEqual([]);
  fireEvent.change(field, { target: { value: "uma senha bem longa" } });
  await press();
  expect(calls.find(({ method }) => method === "POST")).toMatchObject({
    path: expect.stringContaining("/companies/7/export"),
    body: { passphrase: "uma senha bem longa" },
  });
  await act(async () => void fireEvent.click(await screen.findByRole("button", { name: "Parar" })));
  expect(calls.some(({ method }) => method === "DELETE")).toBe(true);
});

test("a finished export is offered with its size and expiry", async () => {
  await open(
    sample({
      state: "done",
      size: 4_200_000,
      expiresAt: "2026-11-23T05:00:00.000Z",
      url: "/exports/1?e=1&s=x",
    }),
  );
  const link = await screen.findByRole("link", { name: "Baixar (4 MB)" });
  expect(link.getAttribute("href")).toBe("/exports/1?e=1&s=x");
});

test("a failed export shows the reason and can be restarted", async () => {
  await open(sample({ state: "failed", error: "company.sqlite: is damaged" }));
  expect((await screen.findByRole("alert")).textContent).toContain("company.sqlite: is damaged");
  expect(screen.getByLabelText("Senha do arquivo")).toBeDefined();
});

test.each([
  [0, 0, null],
  [50, 200, 0.25],
  [300, 200, 1],
])("the progress of an export with %p of %p bytes is %p", (done, total, share) => {
  expect(shareDone(sample({ done, total }))).toBe(share);
});

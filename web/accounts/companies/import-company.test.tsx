import { beforeEach, expect, test } from "bun:test";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { type CompanyImport, MAX_PIECE_BYTES } from "#operations/backups/imports/contract.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { type PageCall, servePage } from "#web/lib/testing/test-page.ts";
import { ImportCompany } from "./import-company.tsx";
import { ImportModel } from "./import-model.ts";
import { companyTexts } from "./locales/index.ts";

await startPortuguese(companyTexts);

const sample = (fields: Partial<CompanyImport>): CompanyImport => ({
  id: 1,
  state: "uploading",
  fileName: "padaria.tar",
  size: MAX_PIECE_BYTES * 2 + 5,
  received: 0,
  content: null,
  done: 0,
  total: 0,
  report: null,
  trouble: null,
  error: null,
  startedAt: "2026-11-22T05:00:00.000Z",
  finishedAt: null,
  ...fields,
});
const content = {
  name: "Padaria",
  plan: "Prata",
  product: "1.0.0",
  madeAt: "2026-11-22T05:00:00.000Z",
  users: 3,
  connections: 1,
  contacts: 20,
  tickets: 4,
  messages: 1234,
  mediaFiles: 2,
  bytes: 42_000_000,
};
let calls: readonly PageCall[];
const open = async (last: CompanyImport | null) => {
  calls = servePage(({ method, path }) => {
    if (path.startsWith("/companies/import/1/start")) return { body: sample({ state: "running", content }) };
    return { body: method === "GET" ? { import: last } : { message: "" } };
  });
  await act(async () => void render(<ImportCompany onClose={() => {}} />));
};
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole("button", { name })));

test("the import shows the content of an archive before it asks for the passphrase", async () => {
  await open(sample({ state: "ready", content }));
  expect(await screen.findByText("Padaria")).toBeTruthy();
  expect(screen.getByText("1.234")).toBeTruthy();
  fireEvent.change(screen.getByLabelText(/Senha do arquivo/), { target: { value: "uma senha" } });
  await press("Importar");
  expect(await screen.findByText(/Importando/, {}, { timeout: 4000 })).toBeTruthy();
  expect(calls.find(({ method }) => method === "POST")).toMatchObject({
    path: "/companies/import/1/start",
    body: { passphrase: "uma senha" },
  });
  await press("Parar");
  expect(calls.some(({ method, path }) => method === "DELETE" && path === "/companies/import/1")).toBe(true);
});

test("a wrong passphrase of an import shows an error, and another one can be entered", async () => {
  await open(sample({ state: "ready", content, trouble: "passphrase" }));
  expect((await screen.findByRole("alert")).textContent).toContain("Esta não é a senha deste arquivo");
});

test("an invalid archive shows an error, and another file can be chosen", async () => {
  await open(sample({ state: "failed", trouble: "not-archive", error: "the file is not an archive" }));
  expect((await screen.findByRole("alert")).textContent).toBe("Este arquivo não é de uma empresa exportada.");
  expect(screen.getByRole("button", { name: "Escolher arquivo" })).toBeTruthy();
});

test("the import report lists the required manual steps", async () => {
  const report = {
    companyId: 9,
    name: "Padaria (2)",
    renamed: true,
    takenEmails: ["ana@example.com"],
    takenTokens: ["Loja"],
    mediaFiles: 2,
    missingFiles: 1,
    erasedAgain: 3,
  };
  await open(sample({ state: "done", content, report }));
  await screen.findByText(/Padaria \(2\) já está aqui, desligada/);
  for (const words of [
    /ganhou um número/,
    /ana@example.com/,
    /Loja/,
    /1 arquivo veio/,
    /3 pessoas.* apagados de novo/,
  ])
    expect(screen.getByText(words)).toBeTruthy();
  await press("Importar outra");
  expect(screen.getByRole("button", { name: "Escolher arquivo" })).toBeTruthy();
});

test("an interrupted upload continues only with the same file, from its last byte", async () => {
  await open(sample({ received: MAX_PIECE_BYTES }));
  await screen.findByText(/parou em 8 de 17 MB/);
  const input = screen.getByLabelText("Escolher arquivo");
  fireEvent.change(input, { target: { files: [new File(["x"], "outra.tar")] } });
  expect(screen.getByRole("alert").textContent).toContain("padaria.tar");
});

let sent: readonly (readonly [at: number, bytes: number])[];
beforeEach(() => {
  sent = [];
});
const modelOver = (answer: (at: number, bytes: number) => CompanyImport) =>
  new ImportModel({
    last: async () => sample({ received: MAX_PIECE_BYTES }),
    begin: async () => sample({}),
    send: async (_id, at, piece) => {
      sent = [...sent, [at, piece.size]];
      return answer(at, piece.size);
    },
    start: async () => sample({ state: "running" }),
    cancel: async () => undefined,
  });
const file = new File([new Uint8Array(MAX_PIECE_BYTES * 2 + 5)], "padaria.tar");

test("a file is uploaded in sequential parts small enough for any proxy", async () => {
  const model = modelOver((at, bytes) =>
    sample({ received: at + bytes, state: at + bytes === file.size ? "looking" : "uploading" }),
  );
  await model.send(file);
  expect(sent).toEqual([
    [0, MAX_PIECE_BYTES],
    [MAX_PIECE_BYTES, MAX_PIECE_BYTES],
    [MAX_PIECE_BYTES * 2, 5],
  ]);
  expect([model.import.value?.state, model.sent.value]).toEqual(["looking", null]);
});

test("an upload that loses its connection resumes at the server's position", async () => {
  const model = modelOver((at, bytes) => {
    if (at > 0) throw new Error("offline");
    return sample({ received: at + bytes });
  });
  await expect(model.send(file)).rejects.toThrow("offline");
  expect([model.unfinished?.received, model.fits(file)]).toEqual([MAX_PIECE_BYTES, true]);
});

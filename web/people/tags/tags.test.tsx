import { afterEach, beforeEach, expect, test } from "bun:test";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { SessionAnswer } from "#accounts/auth/contract.ts";
import type { TagAnswer } from "#people/tags/contract.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { session } from "#web/lib/session/session.ts";
import { type PageCall, servePage } from "#web/lib/testing/test-page.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { finishPendingDeletes } from "#web/ui/toast/delete-with-undo.ts";
import { toasts } from "#web/ui/toast/toast.ts";
import { tagTexts } from "./locales/index.ts";
import { TagsPage } from "./page.tsx";

await startPortuguese(tagTexts);

const tag = (id: number, name: string, change: Partial<TagAnswer> = {}): TagAnswer => ({
  id,
  name,
  color: "#0b72c4",
  kanban: 0,
  userId: 1,
  ticketsCount: 0,
  ...change,
});

const enter = (profile: "admin" | "user") =>
  session.take({ token: "token", user: sampleUser({ profile }) } as SessionAnswer);
beforeEach(() => {
  globalThis.WebSocket = class {
    send() {}
    close() {}
  } as never;
  enter("admin");
});
afterEach(() => {
  cleanup();
  session.end();
});

async function open(
  tags: readonly TagAnswer[],
  answer?: (call: PageCall) => { status?: number; body?: unknown },
) {
  const calls = servePage((call) => {
    if (call.method !== "GET") return answer?.(call) ?? { body: { message: "ok" } };
    return { body: { tags, count: tags.length, hasMore: false } };
  });
  render(<TagsPage />);
  await waitFor(() => expect(isThere("Carregando…")).toBe(false));
  const changes = () =>
    calls.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);
  return { calls, changes };
}
/** Compares booleans: a failed assertion on elements would print the whole page again and again. */
const isThere = (words: string) => screen.queryByText(words) !== null;
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("a company without tags sees a text about the purpose of tags and a button to create one", async () => {
  await open([]);
  expect(screen.getByText("Nenhuma tag ainda")).toBeTruthy();
  expect(screen.getAllByRole("button", { name: "Nova tag" }).length).toBeGreaterThan(0);
});

test("the name of a tag needs 3 characters, and a shorter one shows the error text of the contract", async () => {
  const { changes } = await open([tag(1, "VIP")]);
  press("Nova tag");
  const name = await screen.findByRole("textbox", { name: /^Nome/ });
  press("Salvar");
  expect(await screen.findByText("Obrigatório")).toBeTruthy();
  fireEvent.change(name, { target: { value: "ab" } });
  expect(await screen.findByText("Mensagem muito curta")).toBeTruthy();
  expect(changes()).toEqual([]);
});

test("a new tag is listed as soon as it is saved", async () => {
  const { calls } = await open([tag(1, "VIP")], () => ({ body: tag(2, "Atrasado") }));
  press("Nova tag");
  fireEvent.change(await screen.findByRole("textbox", { name: /^Nome/ }), { target: { value: "Atrasado" } });
  press("Salvar");
  expect(await screen.findByText("Atrasado", { selector: ".tag-chip *" })).toBeTruthy();
  expect(calls.find(({ method }) => method === "POST")?.body).toMatchObject({ name: "Atrasado", kanban: 0 });
});

test("kanban lanes are offered to admins and supervisors only", async () => {
  await open([tag(1, "VIP")]);
  press("Editar VIP");
  expect(await screen.findByRole("switch", { name: /Coluna do Kanban/ })).toBeTruthy();
  press("Cancelar");
  act(() => enter("user"));
  press("Editar VIP");
  await screen.findByRole("textbox", { name: /^Nome/ });
  expect(screen.queryByRole("switch")).toBeNull();
});

test("the dialog that deletes a tag has the text of the contract and the number of affected tickets", async () => {
  const { changes } = await open([tag(1, "VIP", { ticketsCount: 3 })]);
  press("Excluir VIP");
  expect(await screen.findByText("Deseja realmente excluir esse registro?")).toBeTruthy();
  expect(screen.getByText("Ela será removida de 3 atendimentos.")).toBeTruthy();
  press("Excluir");
  await waitFor(() => expect(isThere("VIP")).toBe(false));
  await act(finishPendingDeletes);
  expect(changes()).toEqual(["DELETE /tags/1"]);
});

test("an unused tag is deleted without a confirmation, and its undo button restores it", async () => {
  const { changes } = await open([tag(1, "VIP")]);
  press("Excluir VIP");
  await waitFor(() => expect(isThere("VIP")).toBe(false));
  const [told] = toasts.list.value.slice(-1);
  if (!told) throw new Error("nothing was said");
  act(() => toasts.act(told));
  await waitFor(() => expect(isThere("VIP")).toBe(true));
  await act(finishPendingDeletes);
  expect(changes()).toEqual([]);
});

test("several tags are deleted together, and one whose deletion fails returns to the list", async () => {
  const { changes } = await open([tag(1, "Alto"), tag(2, "Baixo"), tag(3, "Médio")], ({ path }) =>
    path === "/tags/2" ? { status: 500, body: { error: "ERR_INTERNAL" } } : { body: { message: "ok" } },
  );
  for (const name of ["Alto", "Baixo"])
    fireEvent.click(screen.getByRole("checkbox", { name: `Selecionar ${name}` }));
  expect(screen.getByText("2 selecionadas")).toBeTruthy();
  press("Excluir selecionadas");
  await waitFor(() => expect([isThere("Alto"), isThere("Baixo")]).toEqual([false, false]));
  await act(finishPendingDeletes);
  expect(changes()).toEqual(["DELETE /tags/1", "DELETE /tags/2"]);
  expect([isThere("Alto"), isThere("Baixo")]).toEqual([false, true]);
});

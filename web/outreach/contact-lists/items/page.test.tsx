import { afterEach, beforeEach, expect, test } from "bun:test";
import { act, fireEvent, render, screen } from "@testing-library/react";
import type { Profile } from "#accounts/users/contract.ts";
import type { ContactListItemAnswer } from "#outreach/contact-lists/contract.ts";
import { provideFirstTexts } from "#web/app/first-texts.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { session } from "#web/lib/session/session.ts";
import { FakeWebSocket } from "#web/lib/testing/test-fakes.ts";
import { type PageCall, servePage } from "#web/lib/testing/test-page.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { listTexts } from "#web/outreach/contact-lists/locales/index.ts";
import { importTexts } from "#web/people/contacts/import/locales/index.ts";
import { finishPendingDeletes } from "#web/ui/toast/delete-with-undo.ts";
import { ContactListItemsPage } from "./page.tsx";

provideFirstTexts();
await startPortuguese(listTexts, importTexts);
beforeEach(() => {
  globalThis.WebSocket = FakeWebSocket as never;
});
afterEach(() => act(() => session.end()));

const item = (id: number, name: string, isWhatsappValid: boolean | null): ContactListItemAnswer => ({
  id,
  name,
  number: `551198765432${id}`,
  email: "",
  companyId: 1,
  contactListId: 3,
  isWhatsappValid,
});
const list = { id: 3, name: "Natal", contactsCount: 2, validCount: 1, invalidCount: 0, companyId: 1 };
const checks = { state: "running", valid: 1, invalid: 0, unknown: 1, connections: 1, leftToday: 449 };

async function visit(profile: Profile): Promise<PageCall[]> {
  const user = sampleUser({ profile });
  const calls = servePage((call) => {
    if (call.path === "/auth/me") return { body: user };
    if (call.path.startsWith("/contacts/import/list")) return { body: [] };
    if (call.path === "/contact-lists/3") return { body: list };
    if (call.path === "/contact-lists/3/checks") return { body: { ...checks, resumesAt: null } };
    if (call.method === "POST") return { body: { deleted: 2 } };
    return { body: { contacts: [item(1, "Ana", true), item(2, "Bia", null)], count: 2, hasMore: false } };
  });
  await act(() => session.start());
  await act(async () => void render(<ContactListItemsPage id={3} />));
  await screen.findByText("Ana");
  return calls;
}
const button = (name: string) => screen.queryByRole("button", { name }) as HTMLButtonElement | null;

test("the profile NAO sees a disabled button that deletes all contacts of a list", async () => {
  await visit("NAO");
  expect(button("Excluir todos os contatos")?.disabled).toBe(true);
  expect([button("Novo contato"), button("Excluir Ana"), button("Mais ações da lista")]).toEqual([
    null,
    null,
    null,
  ]);
});

test("an admin sees all actions on a list's contacts and the progress of the number check, but no delete-all button", async () => {
  await visit("admin");
  expect(button("Excluir todos os contatos")).toBeNull();
  expect(button("Novo contato")).not.toBeNull();
  expect(screen.getByText("Válido", { selector: ".chip *" })).toBeTruthy();
  expect(await screen.findByText("1 de 2 verificados")).toBeTruthy();
});

test("the exported contact list is in the language of the page", async () => {
  const calls = await visit("admin");
  await act(async () => void fireEvent.click(button("Mais ações da lista") as HTMLButtonElement));
  const exporting = await screen.findByRole("menuitem", { name: "Exportar em CSV" });
  await act(async () => void fireEvent.click(exporting));
  expect(calls.map(({ path }) => path)).toContain("/contact-lists/3/export?language=pt");
});

test("several contacts of a list are deleted in one request after the undo time", async () => {
  const calls = await visit("admin");
  for (const name of ["Ana", "Bia"])
    await act(async () => void fireEvent.click(screen.getByRole("checkbox", { name: `Selecionar ${name}` })));
  await act(async () => void fireEvent.click(button("Excluir") as HTMLButtonElement));
  expect(screen.queryByRole("checkbox", { name: "Selecionar Ana" })).toBeNull();
  expect(calls.filter(({ method }) => method === "POST")).toEqual([]);
  await act(finishPendingDeletes);
  expect(calls.find(({ method }) => method === "POST")).toMatchObject({
    path: "/contact-list-items/delete",
    body: { contactListId: 3, ids: [1, 2] },
  });
});

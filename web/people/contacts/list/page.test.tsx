import { afterEach, beforeEach, expect, test } from "bun:test";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import type { SessionUser } from "#accounts/auth/contract.ts";
import type { ContactAnswer } from "#people/contacts/contract.ts";
import { provideFirstTexts } from "#web/app/first-texts.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { session } from "#web/lib/session/session.ts";
import { FakeWebSocket } from "#web/lib/testing/test-fakes.ts";
import { type PageCall, servePage } from "#web/lib/testing/test-page.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { importTexts } from "#web/people/contacts/import/locales/index.ts";
import { contactTexts } from "#web/people/contacts/locales/index.ts";
import { contactListTexts } from "./locales/index.ts";
import type { Conversation } from "./overlay.tsx";
import { leadsToTicket } from "./overlay.tsx";
import { ContactsPage } from "./page.tsx";

provideFirstTexts();
await startPortuguese(contactTexts, contactListTexts, importTexts);

const contact = (id: number, name: string, change: Partial<ContactAnswer> = {}): ContactAnswer => ({
  id,
  uuid: `u-${id}`,
  name,
  number: "5511987654321",
  profilePicUrl: null,
  email: "",
  isGroup: false,
  blocked: false,
  disableBot: false,
  optedOutAt: null,
  exists: "yes",
  channels: ["whatsapp"],
  extraInfo: [],
  tags: [],
  whatsapp: null,
  ticketsCount: 0,
  lastTicketAt: null,
  createdAt: "2026-11-20T15:00:00.000Z",
  updatedAt: "2026-11-20T15:00:00.000Z",
  ...change,
});

let calls: PageCall[] = [];
let talked: Conversation[] = [];
const Lead = (props: Conversation) => {
  talked.push(props);
  return null;
};
beforeEach(() => {
  globalThis.WebSocket = FakeWebSocket as never;
  talked = [];
});
afterEach(() => act(() => session.end()));

const ANA = contact(1, "Ana Lima");
const BIA = contact(2, "Bia Prado", { number: "", blocked: true, channels: ["facebook", "instagram"] });

async function visit(
  user: SessionUser,
  answers: (call: PageCall) => { status?: number; body?: unknown } | null = () => null,
) {
  calls = servePage((call) => {
    if (call.path === "/auth/me") return { body: user };
    if (["/contacts/import/list", "/tags/list", "/contact-lists/list"].includes(call.path))
      return { body: [] };
    const special = answers(call);
    if (special) return special;
    return { body: { contacts: [ANA, BIA], count: 2, hasMore: false } };
  });
  await act(() => session.start());
  await act(async () => void render(<ContactsPage Conversation={Lead} />));
  await screen.findByText("Ana Lima");
}
const press = (name: string | RegExp) =>
  act(async () => void fireEvent.click(screen.getByRole("button", { name })));
const attendant = (change: Partial<SessionUser> = {}) =>
  sampleUser({ profile: "user", abilities: [], ...change });

test("the contact list shows the number, the channels and the block of each contact", async () => {
  await visit(attendant());
  const rows = screen.getAllByRole("row").slice(1);
  expect(within(rows[0] as HTMLElement).getAllByText("+55 11 98765-4321").length).toBeGreaterThan(0);
  expect(within(rows[1] as HTMLElement).getAllByText("Sem telefone").length).toBeGreaterThan(0);
  expect(within(rows[1] as HTMLElement).getByText("Bloqueado")).toBeTruthy();
  const signs = (row: HTMLElement | undefined) =>
    within(row as HTMLElement)
      .getAllByRole("img")
      .map((sign) => sign.getAttribute("aria-label"));
  expect([signs(rows[0]), signs(rows[1])]).toEqual([["WhatsApp"], ["Messenger", "Instagram"]]);
});

test("deletion, merge and export of contacts are shown only to users with permission", async () => {
  const items = async () => {
    await press("Mais opções de Ana Lima");
    return (await screen.findAllByRole("menuitem")).map((item) => item.textContent);
  };
  await visit(attendant());
  expect(await items()).toEqual(["Ver atendimentos", "Bloquear"]);
});

test("admins see all actions on a contact", async () => {
  await visit(sampleUser());
  await press("Mais opções de Ana Lima");
  const items = (await screen.findAllByRole("menuitem")).map((item) => item.textContent);
  expect(items).toEqual([
    "Ver atendimentos",
    "Bloquear",
    "Unir com outro contato",
    "Exportar dados (ZIP)",
    "Excluir",
  ]);
});

test("the button that deletes all contacts is shown to the profile NAO, disabled", async () => {
  await visit(attendant({ profile: "NAO" }));
  const button = screen.getByRole("button", { name: "Excluir todos os contatos" });
  expect(button.hasAttribute("disabled")).toBe(true);
});

test("profiles other than NAO have no button that deletes all contacts", async () => {
  await visit(sampleUser());
  expect(screen.queryByRole("button", { name: "Excluir todos os contatos" })).toBeNull();
});

test("blocking a contact is confirmed and can be undone", async () => {
  await visit(attendant());
  await press("Mais opções de Ana Lima");
  await act(async () => void fireEvent.click(await screen.findByRole("menuitem", { name: "Bloquear" })));
  await waitFor(() =>
    expect(calls.find(({ method }) => method === "PUT")).toMatchObject({
      path: "/contacts/1",
      body: { blocked: true },
    }),
  );
});

test("the talk button of a contact opens a ticket", async () => {
  await visit(attendant());
  await press("Conversar com Ana Lima");
  expect(talked.at(-1)).toMatchObject({ contact: { id: 1 }, why: "ask" });
});

test("a contact with an open ticket is not deleted, and the dialog shows the reason", async () => {
  await visit(sampleUser(), ({ method }) =>
    method === "DELETE"
      ? { status: 409, body: { error: "ERR_CONTACT_HAS_TICKETS", details: { count: 2 } } }
      : null,
  );
  await press("Mais opções de Ana Lima");
  await act(async () => void fireEvent.click(await screen.findByRole("menuitem", { name: "Excluir" })));
  const dialog = await screen.findByRole("alertdialog");
  expect(within(dialog).getByText("Deseja realmente excluir esse registro?")).toBeTruthy();
  await act(async () => void fireEvent.click(within(dialog).getByRole("button", { name: "Excluir" })));
  await within(dialog).findByText(/Há 2 atendimentos não resolvidos/);
  expect(screen.getByText("Ana Lima")).toBeTruthy();
});

test("selected contacts are deleted together, and the dialog names those that could not be deleted", async () => {
  await visit(sampleUser(), ({ method, path }) => {
    if (method !== "DELETE") return null;
    return path === "/contacts/1"
      ? { body: { message: "" } }
      : { status: 409, body: { error: "ERR_CONTACT_HAS_TICKETS", details: { count: 1 } } };
  });
  for (const name of ["Ana Lima", "Bia Prado"])
    await act(async () => void fireEvent.click(screen.getByRole("checkbox", { name: `Selecionar ${name}` })));
  await screen.findByText("2 selecionados");
  await press("Excluir");
  const dialog = await screen.findByRole("alertdialog");
  await act(async () => void fireEvent.click(within(dialog).getByRole("button", { name: "Excluir" })));
  await waitFor(() => expect(screen.queryByText("Ana Lima") === null).toBe(true));
  expect(screen.getByText("Bia Prado")).toBeTruthy();
  expect(calls.filter(({ method }) => method === "DELETE").map(({ path }) => path)).toEqual([
    "/contacts/1",
    "/contacts/2",
  ]);
});

test("a number in use shows the contact that has it", async () => {
  await visit(attendant(), ({ method, path }) => {
    if (method === "POST")
      return { status: 409, body: { error: "ERR_DUPLICATED_CONTACT", details: { contactId: 2 } } };
    return path === "/contacts/2" ? { body: contact(2, "Bia Prado") } : null;
  });
  await press("Adicionar");
  const dialog = await screen.findByRole("dialog");
  fireEvent.change(within(dialog).getByRole("textbox", { name: /^Nome/ }), { target: { value: "Nova" } });
  fireEvent.change(within(dialog).getByRole("textbox", { name: /^Número/ }), {
    target: { value: "5511987654321" },
  });
  await act(async () => void fireEvent.click(within(dialog).getByRole("button", { name: "Adicionar" })));
  await screen.findByText("Este número já é de Bia Prado (+55 11 98765-4321).", {}, { timeout: 3000 });
  await press("Abrir esse contato");
  expect(await screen.findByDisplayValue("Bia Prado")).toBeTruthy();
});

test("saving a contact opens its ticket", async () => {
  await visit(attendant(), ({ method }) => (method === "PUT" ? { body: contact(1, "Ana Maria") } : null));
  await press("Editar Ana Lima");
  await screen.findByRole("dialog");
  await press("Salvar");
  await waitFor(() => expect(talked.at(-1)).toMatchObject({ contact: { name: "Ana Maria" }, why: "saved" }), {
    timeout: 3000,
  });
});

test("saving a contact returns to the list while the option that opens its ticket is off", async () => {
  await visit(attendant(), ({ method }) => (method === "PUT" ? { body: contact(1, "Ana Maria") } : null));
  await press("Editar Ana Lima");
  await screen.findByRole("dialog");
  await act(async () => void fireEvent.click(screen.getByLabelText("Abrir o atendimento depois de salvar")));
  await press("Salvar");
  await waitFor(() => expect(screen.queryByRole("dialog") === null).toBe(true), { timeout: 3000 });
  expect(talked).toEqual([]);
  leadsToTicket.value = true;
  localStorage.removeItem("contactSaveStays");
});

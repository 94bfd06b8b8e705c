import { afterEach, beforeEach, expect, test } from "bun:test";
import { act, render, screen } from "@testing-library/react";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { session } from "#web/lib/session/session.ts";
import { FakeWebSocket } from "#web/lib/testing/test-fakes.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { contactTexts } from "#web/people/contacts/locales/index.ts";
import StartConversation from "./start-conversation.tsx";

await startPortuguese(ticketTexts, contactTexts);
beforeEach(() => {
  globalThis.WebSocket = FakeWebSocket as never;
});
afterEach(() => act(() => session.end()));

const CONTACT = { id: 5, name: "Marina Ribeiro", number: "5511977776666", ticketsCount: 0 } as never;
const CONFLICT = {
  error: "ERR_OTHER_OPEN_TICKET",
  userId: 8,
  user: { id: 8, name: "Bruno Reis" },
  queueId: 2,
  queue: { id: 2, name: "Vendas" },
  ticket: { status: "open" },
  details: {},
};

test("the dialog names the attendant and the queue of a contact's running ticket while no connection is open", async () => {
  servePage(({ method, path }) => {
    if (method === "POST" && path === "/tickets") return { status: 409, body: CONFLICT };
    return { body: path.startsWith("/whatsapp") ? [{ id: 1, name: "Loja", status: "DISCONNECTED" }] : [] };
  });
  session.take({ token: "t", user: { ...sampleUser(), profile: "admin" } });
  await act(
    async () => void render(<StartConversation contact={CONTACT} why="saved" onClose={() => undefined} />),
  );
  const notice = await screen.findByRole("alert");
  expect(notice.textContent).toContain("Já existe um atendimento aberto para este contato.");
  expect(notice.textContent).toContain("Atendente: Bruno Reis");
  expect(notice.textContent).toContain("Fila: Vendas");
});

import { afterEach, beforeEach, expect, test } from "bun:test";
import { act, render, screen } from "@testing-library/react";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { sampleTicket } from "#web/inbox/messages/test-samples.ts";
import { session } from "#web/lib/session/session.ts";
import { FakeWebSocket } from "#web/lib/testing/test-fakes.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { shareTexts } from "./locales/index.ts";
import { SharePage } from "./page.tsx";

await startPortuguese(shareTexts, messages);
beforeEach(() => {
  globalThis.WebSocket = FakeWebSocket as never;
  const shared = Response.json({ text: "https://example.com", at: Date.now(), files: 0 });
  globalThis.caches = {
    open: async () => ({ match: async () => shared }),
    delete: async () => true,
  } as never;
});
afterEach(() => act(() => session.end()));

test("a ticket on the share page shows its last message as the lists do: the word of its kind, no signature", async () => {
  const tickets = [
    sampleTicket({ id: 1, lastMessage: "", lastMessageType: "image" }),
    sampleTicket({ id: 2, lastMessage: "*Ana Souza:*\nBom *dia*", lastMessageFromMe: true }),
  ];
  servePage(({ path }) => ({
    body: path.startsWith("/tickets") ? { tickets, count: 2, hasMore: false } : [],
  }));
  session.take({ token: "t", user: sampleUser() });
  await act(async () => void render(<SharePage />));
  expect(await screen.findByText("📷 Foto")).toBeTruthy();
  expect(screen.getByText("Bom dia")).toBeTruthy();
});

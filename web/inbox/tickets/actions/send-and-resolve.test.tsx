import { afterEach, expect, test } from "bun:test";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { sampleTicket } from "#web/inbox/messages/test-samples.ts";
import { outbox, tickets } from "#web/inbox/tickets/store.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { resolveAfterSending } from "./send-and-resolve.ts";

await startPortuguese({ name: "tickets" });

const mine = sampleTicket({ id: 7, status: "open", userId: 0 });
const entry = (state: "sending" | "failed" | "offline") => ({
  ...{ clientMessageId: "a", ticketId: 7, body: "Pronto", file: null, voice: false, quoted: null },
  ...{ createdAt: "2026-01-05T12:00:00.000Z", state, progress: 0, error: null },
});
afterEach(() => {
  outbox.entries.value = [];
});

test("a ticket is resolved only once the server has stored the message sent in it", async () => {
  tickets.upsert(mine);
  const calls = servePage(() => ({ body: { ...mine, status: "closed" } }));
  outbox.entries.value = [entry("sending")];
  const done = resolveAfterSending(mine);
  await Promise.resolve();
  expect(calls).toEqual([]);
  outbox.entries.value = [];
  await done;
  expect(calls.map(({ method, path }) => [method, path])).toEqual([["PUT", "/tickets/7"]]);
});

test.each(["failed", "offline"] as const)("a message that is %s leaves the ticket open", async (state) => {
  tickets.upsert(mine);
  const calls = servePage(() => ({ body: mine }));
  outbox.entries.value = [entry(state)];
  await resolveAfterSending(mine);
  expect(calls).toEqual([]);
});

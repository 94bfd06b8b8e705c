import { expect, test } from "bun:test";
import { signal } from "@preact/signals-react";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import type { Composer } from "#web/inbox/messages/composer/composer-model.ts";
import { Conversation } from "#web/inbox/messages/stream/conversation-model.ts";
import { sampleMessage, sampleTicket } from "#web/inbox/messages/test-samples.ts";
import { createHistoryScope } from "./history-scope.ts";
import { TicketViewModel } from "./ticket-view-model.ts";

const own = sampleMessage({ id: 1, contactId: 9, whatsappId: 1 });
const others = sampleMessage({ id: 2, ticketId: 2, contactId: 9, whatsappId: 2 });

function open(whole: readonly MessageAnswer[]) {
  const ticket = signal<TicketAnswer | undefined>(sampleTicket({ contactId: 9 }));
  const scope = createHistoryScope({ ticketId: 1, ticket, connection: () => undefined });
  const conversation = new Conversation({
    ticketId: 1,
    fetchPage: async () => ({
      messages: scope.shown.peek() === "all" ? whole : [own],
      hasMore: false,
    }),
  });
  const view = new TicketViewModel({
    ticketId: 1,
    ticket,
    conversation,
    scope,
    composer: {} as Composer,
    outgoing: signal([]),
    author: () => ({ id: 7, name: "Ana", signs: true }),
    addNote: () => Promise.reject(new Error("not used")),
    fetchNotes: async () => [],
    fetchEvents: async () => [],
    fetchElsewhere: async () => [],
  });
  return { view, scope, conversation };
}

test("going to a message of another connection shows the whole history", async () => {
  const { view, scope, conversation } = open([own, others]);
  await conversation.open(0);
  expect(await view.jumpTo(2)).toBe(true);
  expect(scope.shown.value).toBe("all");
  expect(conversation.messages.value.map(({ id }) => id)).toEqual([1, 2]);
});

test("a jump to a message that cannot be loaded leaves the scope unchanged", async () => {
  const { view, scope, conversation } = open([own]);
  await conversation.open(0);
  expect(await view.jumpTo(2)).toBe(false);
  expect(scope.shown.value).toBe("connection");
});

test("a late response for a former scope never replaces the messages of the chosen scope", async () => {
  const { view, conversation } = open([own, others]);
  const first = conversation.open(0);
  view.showScope("all");
  await first;
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  expect(conversation.messages.value.map(({ id }) => id)).toEqual([1, 2]);
});

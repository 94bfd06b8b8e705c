import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { signal } from "@preact/signals-react";
import type { TicketAnswer, TicketNoteAnswer } from "#inbox/tickets/contract.ts";
import { Composer } from "#web/inbox/messages/composer/composer-model.ts";
import type { Outgoing } from "#web/inbox/messages/outbox/outbox-model.ts";
import { Conversation } from "#web/inbox/messages/stream/conversation-model.ts";
import { sampleEvent, sampleMessage, sampleNote, sampleTicket } from "#web/inbox/messages/test-samples.ts";
import { Drafts } from "#web/lib/storage/drafts.ts";
import { createHistoryScope } from "./history-scope.ts";
import { TicketViewModel } from "./ticket-view-model.ts";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const waiting: Outgoing = {
  clientMessageId: "5f0b1c9e-0000-4000-8000-000000000001",
  ticketId: 1,
  body: "Já vai",
  file: null,
  voice: false,
  quoted: null,
  createdAt: "2026-11-20T10:00:00.000Z",
  state: "sending",
  progress: 0,
  error: null,
};

function open() {
  const outgoing = signal<readonly Outgoing[]>([]);
  const ticket = signal<TicketAnswer | undefined>(sampleTicket());
  const asked: string[] = [];
  const conversation = new Conversation({
    ticketId: 1,
    fetchPage: async () => ({ messages: [sampleMessage({ id: 5 })], ticket: sampleTicket(), hasMore: false }),
  });
  const view = new TicketViewModel({
    ticketId: 1,
    ticket,
    conversation,
    scope: createHistoryScope({ ticketId: 1, ticket, connection: () => undefined }),
    composer: new Composer({
      ticketId: 1,
      drafts: new Drafts({
        load: async () => new Map(),
        put: async () => undefined,
        remove: async () => undefined,
      }),
      send: () => undefined,
      addNote: async () => undefined,
      edit: async () => undefined,
      tellTyping: () => undefined,
      newId: () => "",
      previewOf: () => "",
      endPreview: () => undefined,
    }),
    outgoing,
    author: () => ({ id: 7, name: "Ana", signs: true }),
    addNote: async (ticketId, contactId, note): Promise<TicketNoteAnswer> =>
      sampleNote({ id: 9, ticketId, contactId, note }),
    fetchNotes: async () => {
      asked.push("notes");
      return [sampleNote()];
    },
    fetchEvents: async () => {
      asked.push("events");
      return [sampleEvent()];
    },
    fetchElsewhere: async () => [],
  });
  const kinds = () => view.rows.value.map(({ kind }) => kind).join(" ");
  return { view, outgoing, conversation, asked, kinds };
}

test("an outgoing message is shown last and signed, even if the clock of the device is behind", async () => {
  const { view, outgoing, conversation } = open();
  await conversation.open(0);
  outgoing.value = [waiting, { ...waiting, clientMessageId: "other", ticketId: 2 }];
  const last = view.rows.value.at(-1);
  expect(last?.kind === "message" && last.message.body).toBe("*Ana:*\nJá vai");
  expect(view.rows.value.filter(({ kind }) => kind === "message")).toHaveLength(2);
});

test("a stored message replaces the outgoing one and never shows twice", async () => {
  const { view, outgoing, conversation } = open();
  await conversation.open(0);
  outgoing.value = [waiting];
  const key = view.rows.value.at(-1)?.key;
  const { clientMessageId } = waiting;
  conversation.apply(
    sampleMessage({ id: 6, fromMe: true, clientMessageId, createdAt: "2026-11-20T15:00:00.000Z" }),
  );
  expect(view.rows.value.filter(({ kind }) => kind === "message")).toHaveLength(2);
  expect(view.rows.value.at(-1)?.key).toBe(key);
});

test("notes and ticket events are loaded once after a burst of changes, and a new note is shown at once", async () => {
  const { view, conversation, asked, kinds } = open();
  await conversation.open(0);
  for (let change = 0; change < 5; change++) view.scheduleNotesAndEvents();
  jest.advanceTimersByTime(400);
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  expect(asked).toEqual(["notes", "events"]);
  await view.addNote("Ligar amanhã");
  expect(kinds()).toBe("day started event note note message");
});

test("reloading unchanged data renders nothing again; a new message renders only its own rows", async () => {
  const { view, conversation } = open();
  await conversation.open(0);
  await view.refreshNotesAndEvents();
  const before = view.rows.value;
  await conversation.refresh();
  await view.refreshNotesAndEvents();
  expect(view.rows.value).toBe(before);
  conversation.apply(sampleMessage({ id: 6, createdAt: "2026-11-20T18:00:00.000Z" }));
  const after = view.rows.value;
  expect(after.filter((row) => !before.includes(row)).map(({ key }) => key)).toEqual(["m-6"]);
});

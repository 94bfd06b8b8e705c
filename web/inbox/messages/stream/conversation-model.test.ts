import { expect, test } from "bun:test";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { sampleMessage, sampleTicket } from "#web/inbox/messages/test-samples.ts";
import { Conversation, type Where } from "./conversation-model.ts";

const PAGE = 4;
/** A simulated server with `count` messages; the id of a message is its minute of the day. */
function server(count: number) {
  const stored: MessageAnswer[] = [];
  const add = (overrides: Partial<MessageAnswer> = {}) => {
    const id = stored.length + 1;
    const createdAt = new Date(Date.UTC(2026, 10, 20, 0, id)).toISOString();
    const message = sampleMessage({ id, createdAt, body: `m${id}`, ...overrides });
    stored.push(message);
    return message;
  };
  for (let made = 0; made < count; made++) add();
  const asked: Where[] = [];
  const page = (where: Where) => {
    if (where && "around" in where) {
      const at = stored.findIndex(({ id }) => id === where.around);
      return { messages: stored.slice(Math.max(0, at - 2), at + 2), hasMore: true };
    }
    if (where && "after" in where) {
      const later = stored.filter(({ id }) => id > where.after);
      return { messages: later.slice(0, PAGE), hasMore: later.length > PAGE };
    }
    const earlier = where ? stored.filter(({ id }) => id < where.before) : stored;
    return { messages: earlier.slice(-PAGE), hasMore: earlier.length > PAGE };
  };
  const { promise: afterPaint, resolve: paint } = Promise.withResolvers<void>();
  const conversation = new Conversation({
    ticketId: 1,
    fetchPage: async (where) => {
      asked.push(where);
      return { ...page(where), ticket: sampleTicket() };
    },
    afterPaint: () => afterPaint,
  });
  const ids = () => conversation.messages.value.map(({ id }) => id);
  return { conversation, asked, stored, add, ids, paint };
}

test("a conversation opens at the newest messages and loads older ones", async () => {
  const { conversation, ids } = server(10);
  await conversation.open(0);
  expect(ids()).toEqual([7, 8, 9, 10]);
  await conversation.loadOlder();
  await conversation.loadOlder();
  expect(ids()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(conversation.hasOlder.value).toBe(false);
});

test("the unread line is before the first unseen message, also on older pages", async () => {
  const { conversation, ids } = server(10);
  await conversation.open(6);
  expect(conversation.firstUnreadId.value).toBe(5);
  expect(ids()[0]).toBe(3);
  conversation.clearUnread();
  expect(conversation.firstUnreadId.value).toBeNull();
});

test("own messages do not count as unread", async () => {
  const { conversation, add } = server(3);
  add({ fromMe: true });
  add();
  await conversation.open(2);
  expect(conversation.firstUnreadId.value).toBe(3);
});

test("events are idempotent, and an ack never goes back", async () => {
  const { conversation, add, ids } = server(2);
  await conversation.open(0);
  const message = add({ fromMe: true, ack: 1 });
  conversation.apply(message);
  conversation.apply({ ...message, ack: 3, updatedAt: "2026-11-20T15:00:00.000Z" });
  conversation.apply({ ...message, ack: 2, updatedAt: "2026-11-20T14:59:00.000Z" });
  conversation.apply(message);
  expect(ids()).toEqual([1, 2, 3]);
  expect(conversation.messages.value.at(-1)?.ack).toBe(3);
});

test("a message that was sent again after its server was lost replaces the one which that server announced", async () => {
  const { conversation, add, ids } = server(2);
  await conversation.open(0);
  conversation.apply(add({ fromMe: true, clientMessageId: "id-1" }));
  conversation.apply(add({ fromMe: true, clientMessageId: "id-2" }));
  conversation.apply(add({ fromMe: true, clientMessageId: "id-1" }));
  expect(ids()).toEqual([1, 2, 4, 5]);
});

test("a message that got the id of a lost one stays when the lost one is sent again", async () => {
  const { conversation, add, ids } = server(2);
  await conversation.open(0);
  const lost = add({ fromMe: true, clientMessageId: "id-1" });
  conversation.apply(lost);
  conversation.apply({
    ...lost,
    fromMe: false,
    clientMessageId: null,
    updatedAt: "2026-11-20T15:00:00.000Z",
  });
  conversation.apply(add({ fromMe: true, clientMessageId: "id-1" }));
  expect(ids()).toEqual([1, 2, 3, 4]);
});

test("a jump into the middle loads in both directions until the end is reached", async () => {
  const { conversation, ids, add } = server(20);
  await conversation.open(0);
  expect(await conversation.jumpTo(8)).toBe(true);
  expect(ids()).toEqual([6, 7, 8, 9]);
  conversation.apply(add());
  expect(ids()).toEqual([6, 7, 8, 9]);
  while (conversation.hasNewer.value) await conversation.loadNewer();
  expect(ids().at(-1)).toBe(21);
  await conversation.loadOlder();
  expect(ids()[0]).toBe(2);
  expect(await conversation.jumpTo(999)).toBe(false);
});

test("after a gap the server's state is shown, as far back as before", async () => {
  const { conversation, ids, stored, add } = server(10);
  await conversation.open(0);
  await conversation.loadOlder();
  stored.splice(4, 1);
  for (let made = 0; made < 7; made++) add({ id: 50 + made });
  await conversation.refresh();
  expect(ids()).toEqual(stored.map(({ id }) => id).slice(-ids().length));
  expect(ids()).toContain(3);
  expect(ids()).not.toContain(5);
});

test("a reopened conversation shows its cached messages first and then reloads them", async () => {
  const { conversation, asked, paint } = server(6);
  await conversation.open(0);
  const shown = conversation.messages.value;
  const opened = conversation.open(2);
  expect(conversation.firstUnreadId.value).toBe(5);
  expect(asked).toHaveLength(1);
  paint();
  await opened;
  expect(asked).toHaveLength(2);
  expect(conversation.messages.value).toBe(shown);
});

test("a message that arrives while a page loads is kept", async () => {
  const { conversation, ids } = server(3);
  const opened = conversation.open(0);
  conversation.apply(sampleMessage({ id: 90, createdAt: "2026-11-20T23:00:00.000Z" }));
  await opened;
  expect(ids()).toEqual([1, 2, 3, 90]);
  await conversation.refresh();
  expect(ids()).toEqual([1, 2, 3]);
});

test("a failed first load shows an error; a failed refresh keeps what is shown", async () => {
  let works = false;
  const conversation = new Conversation({
    ticketId: 1,
    fetchPage: async () => {
      if (!works) throw new Error("down");
      return { messages: [sampleMessage()], ticket: sampleTicket(), hasMore: false };
    },
  });
  await conversation.open(0);
  expect(conversation.state.value).toBe("error");
  works = true;
  await conversation.open(0);
  works = false;
  await conversation.refresh();
  expect(conversation.state.value).toBe("ready");
  expect(conversation.messages.value).toHaveLength(1);
});

test("two loads of the same page at the same time send one request", async () => {
  const { conversation, asked } = server(12);
  await conversation.open(0);
  await Promise.all([conversation.loadOlder(), conversation.loadOlder()]);
  expect(asked).toHaveLength(2);
});

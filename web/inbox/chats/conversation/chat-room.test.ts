import { expect, test } from "bun:test";
import { readByAll } from "#web/inbox/chats/members.ts";
import { sampleChat, sampleMessage } from "#web/inbox/chats/test-chat.ts";
import { buildTimeline } from "#web/inbox/messages/stream/timeline.ts";
import { readersOf } from "./chat-room.ts";
import { asMessage } from "./chat-view.ts";

const ANA = 1;
const message = (id: number, senderId: number) =>
  sampleMessage({ id, senderId, sender: { id: senderId, name: "x" } });
const person = (userId: number, lastReadId: number) => ({
  userId,
  lastReadId,
  unreads: 0,
  mentions: 0,
  user: { id: userId, name: `p${userId}` },
});
const rowsOf = (list: readonly ReturnType<typeof message>[]) =>
  buildTimeline({
    messages: list.map((one) => asMessage(one, undefined, ANA)),
    notes: [],
    events: [],
    ticketId: 1,
    status: "open",
    hasOlder: false,
    hasNewer: false,
    firstUnreadId: null,
    unreadCount: 0,
    dayOf: (at) => at.slice(0, 10),
  });

test("the read marker of a member is shown at the last message they have read, unless they wrote it", () => {
  const rows = rowsOf([message(1, ANA), message(2, ANA), message(3, 2)]);
  const readers = readersOf(rows, [person(2, 3), person(3, 2), person(4, 2), person(5, 0)]);
  expect([...readers].map(([id, people]) => [id, people.map(({ userId }) => userId)])).toEqual([[2, [3, 4]]]);
});

test("an own message counts as read when every other member has seen it", () => {
  const chat = sampleChat({ id: 1, users: [person(ANA, 9), person(2, 5), person(3, 4)] });
  expect(readByAll(chat, ANA, 4)).toBe(true);
  expect(readByAll(chat, ANA, 5)).toBe(false);
  expect(asMessage(message(4, ANA), chat, ANA)).toMatchObject({ fromMe: true, ack: 4, contact: null });
  expect(asMessage(message(5, ANA), chat, ANA)).toMatchObject({ ack: 1 });
  expect(asMessage(message(5, 2), chat, ANA)).toMatchObject({ fromMe: false, contact: { id: 2 } });
  // In a chat with one member no message counts as read.
  expect(readByAll(sampleChat({ id: 1, users: [person(ANA, 9)] }), ANA, 1)).toBe(false);
});

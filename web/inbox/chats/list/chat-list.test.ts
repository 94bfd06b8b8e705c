import { expect, test } from "bun:test";
import { signal } from "@preact/signals-react";
import type { ChatAnswer } from "#inbox/chats/contract.ts";
import type { EventData } from "#platform/realtime/contract.ts";
import { sampleChat, sampleMessage } from "#web/inbox/chats/test-chat.ts";
import { ChatList } from "./chat-list.ts";

const ME = 1;

/** A list of two chats, one of which has two messages that Ana has not read. */
async function setUp(
  records: readonly ChatAnswer[] = [sampleChat({ id: 1, unreads: 2 }), sampleChat({ id: 2 })],
) {
  const heard = new Map<string, (event: EventData) => void>();
  const rung: string[] = [];
  const counts: number[] = [];
  const list = new ChatList({
    api: {
      get: async <Answer>(path: string) =>
        (path === "/chats"
          ? { records, count: records.length, hasMore: false }
          : { unreads: 2, chats: 1 }) as Answer,
    },
    socket: {
      state: signal("online" as const),
      on: (channel, listener) => {
        heard.set(channel, listener);
        return () => heard.delete(channel);
      },
      onResync: () => () => undefined,
    },
    userId: () => ME,
    onMessage: (chat, { message }) => rung.push(`${chat.title}: ${message}`),
    onUnread: (unreads) => counts.push(unreads),
  });
  const stop = list.start();
  await Promise.resolve();
  await new Promise((done) => setTimeout(done));
  const say = (channel: string, event: EventData) => heard.get(channel)?.(event);
  return { list, say, rung, counts, stop, heard };
}

test("unread messages are counted over all chats, rise with a message and fall when it is read", async () => {
  const { list, say, rung, counts } = await setUp();
  expect(list.unread.value).toBe(2);
  const livelier = sampleChat({ id: 2, unreads: 1, updatedAt: "2026-01-02T10:00:00.000Z" });
  say("chat", { action: "new-message", newMessage: sampleMessage({ senderId: 2 }), chat: livelier });
  expect(list.unread.value).toBe(3);
  expect(list.list.ids.value).toEqual([2, 1]);
  expect(rung).toEqual(["Equipe: oi"]);
  say("chat", { action: "update", chat: { ...livelier, users: sampleChat({ id: 2 }).users } });
  expect(counts.at(-1)).toBe(2);
});

test("a user's own message from another page does not notify", async () => {
  const { say, rung } = await setUp();
  say("chat", {
    action: "new-message",
    newMessage: sampleMessage({ senderId: ME }),
    chat: sampleChat({ id: 1 }),
  });
  expect(rung).toEqual([]);
});

test("a removed member loses the chat with its unread count, and a new chat is added", async () => {
  const { list, say } = await setUp();
  say(`chat-user-${ME}`, { action: "delete", id: 1 });
  expect([list.unread.value, list.list.ids.value]).toEqual([0, [2]]);
  say(`chat-user-${ME}`, {
    action: "create",
    record: sampleChat({ id: 3, updatedAt: "2026-01-03T10:00:00.000Z" }),
  });
  expect(list.list.ids.value).toEqual([3, 2]);
});

test("a chat event older than the loaded chat changes nothing", async () => {
  const { list, say } = await setUp();
  say("chat", {
    action: "update",
    chat: sampleChat({ id: 1, unreads: 9, updatedAt: "2020-01-01T00:00:00.000Z" }),
  });
  expect(list.unread.value).toBe(2);
});

test("a chat list that was stopped handles no more events", async () => {
  const { list, stop, heard } = await setUp();
  stop();
  expect([heard.size, list.unread.value, list.list.ids.value]).toEqual([0, 0, []]);
});

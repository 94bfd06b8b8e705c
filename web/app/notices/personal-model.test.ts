import { expect, test } from "bun:test";
import type { NotificationAnswer } from "#accounts/notifications/contract.ts";
import { fakeApi, fakeSocket, settle } from "#web/lib/testing/test-fakes.ts";
import { PersonalNotices } from "./personal-model.ts";

const mention = (id: number, change: Partial<NotificationAnswer> = {}): NotificationAnswer => ({
  id,
  kind: "mention",
  ticketId: 5,
  ticket: { id: 5, uuid: "u-5", name: "Maria", profilePicUrl: null },
  subjectId: 9,
  by: { id: 2, name: "Ana" },
  details: {},
  createdAt: "2026-11-20T12:00:00.000Z",
  readAt: null,
  ...change,
});

async function open(first: readonly NotificationAnswer[], options: { isOwn?: boolean } = {}) {
  const shown = { uuid: "" };
  const { api, calls } = fakeApi(({ method, path }) =>
    method === "PUT"
      ? { body: { unread: 0 } }
      : {
          body: path.endsWith("=1")
            ? { notifications: first, unread: first.length, hasMore: true, count: 2 }
            : { notifications: [mention(1)], unread: first.length, hasMore: false, count: 2 },
        },
  );
  const line = fakeSocket();
  const rang: number[] = [];
  const explained: number[] = [];
  const bell = new PersonalNotices({
    api,
    socket: line.socket,
    isOwn: () => options.isOwn ?? true,
    isOnScreen: (uuid) => uuid === shown.uuid,
    ring: ({ id }) => rang.push(id),
    explain: ({ id }) => explained.push(id),
  });
  line.socket.start();
  line.line().ready();
  bell.start();
  await settle();
  const ids = () => bell.list.value.map(({ id }) => id);
  return { bell, calls, line, rang, explained, shown, ids };
}

test("a new notification rings once, counts as unread, and is first in the list", async () => {
  const { bell, line, rang, ids } = await open([mention(2)]);
  const created = { action: "create", notification: mention(3), unread: 2 };
  line.emit("notification", created);
  line.emit("notification", created);
  expect([ids(), bell.unread.value, rang]).toEqual([[3, 2], 2, [3]]);
});

test("a notification of the ticket on screen does not ring and is read at once", async () => {
  const { bell, line, rang, shown, calls } = await open([]);
  shown.uuid = "u-5";
  line.emit("notification", { action: "create", notification: mention(3), unread: 1 });
  await settle();
  expect(rang).toEqual([]);
  expect(calls.at(-1)).toMatchObject({ method: "PUT", path: "/notifications/read", body: { ids: [3] } });
  expect(bell.unread.value).toBe(0);
});

test("a takeover of the ticket on screen is explained without a sound", async () => {
  const { line, rang, explained, shown } = await open([]);
  shown.uuid = "u-5";
  line.emit("notification", {
    action: "create",
    notification: mention(3, { kind: "taken_over" }),
    unread: 1,
  });
  await settle();
  expect([rang, explained]).toEqual([[], [3]]);
});

test("returning to the page of a ticket reads its notifications", async () => {
  const { bell, shown, calls } = await open([mention(2)]);
  shown.uuid = "u-5";
  bell.shown();
  await settle();
  expect(calls.at(-1)?.body).toEqual({ ids: [2] });
});

test("notifications that are read or withdrawn on another page of the user change on this page too", async () => {
  const { bell, line, ids } = await open([mention(3), mention(2)]);
  line.emit("notification", { action: "update", ids: [3], unread: 1 });
  expect(bell.list.value.map(({ readAt }) => readAt === null)).toEqual([false, true]);
  line.emit("notification", { action: "delete", ids: [2], unread: 0 });
  expect([ids(), bell.unread.value]).toEqual([[3], 0]);
});

test("the next page of notifications is added after the first, and all of them can be marked as read", async () => {
  const { bell, calls, ids } = await open([mention(2)]);
  await bell.loadMore();
  expect([ids(), bell.hasMore.value]).toEqual([[2, 1], false]);
  await bell.read("all");
  expect(calls.at(-1)?.body).toEqual({ all: true });
  expect(bell.unread.value).toBe(0);
});

test("a support session loads no notifications", async () => {
  expect((await open([mention(2)], { isOwn: false })).calls).toEqual([]);
});

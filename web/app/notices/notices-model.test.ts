import { expect, test } from "bun:test";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { sampleMessage, sampleTicket } from "#web/inbox/messages/test-samples.ts";
import { fakeApi, fakeSocket, settle } from "#web/lib/testing/test-fakes.ts";
import { Notices } from "./notices-model.ts";

async function openBell(
  found: readonly TicketAnswer[],
  options: { pendingToo?: boolean; onScreen?: number } = {},
) {
  const { api, calls } = fakeApi(() => ({ body: { tickets: found, hasMore: false } }));
  const line = fakeSocket();
  const rang: number[] = [];
  const counts: number[] = [];
  const bell = new Notices({
    api,
    socket: line.socket,
    listener: () => ({ userId: 7, pendingToo: options.pendingToo ?? false }),
    isOnScreen: (ticket) => ticket.id === options.onScreen,
    ring: (ticket) => rang.push(ticket.id),
    onCount: (count) => counts.push(count),
  });
  line.socket.start();
  line.line().ready();
  const stop = bell.start();
  await settle();
  return { bell, line, rang, counts, calls, stop };
}
/** A ticket of the test's user with two unread messages. */
const unreadTicket = (change: Partial<TicketAnswer> = {}) => sampleTicket({ unreadMessages: 2, ...change });
const ids = (bell: Notices) => bell.tickets.value.map(({ id }) => id);

test("the bell lists own tickets with unread messages, newest first", async () => {
  const { bell, counts, calls } = await openBell([
    unreadTicket({ id: 1, updatedAt: "2026-11-20T12:00:00.000Z" }),
    unreadTicket({ id: 2, updatedAt: "2026-11-20T13:00:00.000Z" }),
    unreadTicket({ id: 3, userId: 9 }),
  ]);
  expect(calls[0]?.path).toBe("/tickets?withUnreadMessages=true&pageNumber=1");
  expect(ids(bell)).toEqual([2, 1]);
  expect(counts.at(-1)).toBe(2);
});

test("the bell loads once when it is started before the socket is connected", async () => {
  const { api, calls } = fakeApi(() => ({ body: { tickets: [unreadTicket({ id: 1 })], hasMore: false } }));
  const { socket, line } = fakeSocket();
  const quiet = { isOnScreen: () => false, ring: () => undefined, onCount: () => undefined };
  const bell = new Notices({ api, socket, listener: () => ({ userId: 7, pendingToo: false }), ...quiet });
  socket.start();
  bell.start();
  line().ready();
  await settle();
  expect(ids(bell)).toEqual([1]);
  expect(calls).toHaveLength(1);
});

test("pending tickets count only for users with allTicket", async () => {
  const pending = unreadTicket({ id: 4, status: "pending", userId: null });
  expect(ids((await openBell([pending])).bell)).toEqual([]);
  expect(ids((await openBell([pending], { pendingToo: true })).bell)).toEqual([4]);
});

test("a customer's message plays the sound and adds its ticket to the bell", async () => {
  const { bell, line, rang } = await openBell([]);
  line.emit("appMessage", {
    action: "create",
    ticket: unreadTicket({ id: 5 }),
    message: sampleMessage({ read: false }),
  });
  expect([ids(bell), rang]).toEqual([[5], [5]]);
});

test("no sound is played for a visible ticket, own messages, groups or bots", async () => {
  const { line, rang } = await openBell([], { onScreen: 6 });
  const create = (ticket: Partial<TicketAnswer>, message: Record<string, unknown> = {}) =>
    line.emit("appMessage", {
      action: "create",
      ticket: unreadTicket(ticket),
      message: sampleMessage({ read: false, ...message }),
    });
  create({ id: 6 });
  create({ id: 7 }, { fromMe: true });
  create({ id: 8, isGroup: true });
  create({ id: 9 }, { notify: false });
  create({ id: 10, userId: 2 });
  expect(rang).toEqual([]);
});

test("read, deleted and reassigned tickets are removed from the bell", async () => {
  const { bell, line } = await openBell([1, 2, 3].map((id) => unreadTicket({ id })));
  line.emit("ticket", { action: "updateUnread", ticketId: 1 });
  line.emit("ticket", { action: "delete", ticketId: 2 });
  line.emit("ticket", {
    action: "update",
    ticket: unreadTicket({ id: 3, userId: 2, updatedAt: "2026-11-20T14:00:00.000Z" }),
  });
  expect(ids(bell)).toEqual([]);
});

test("the bell loads again after a resync, and ignores events once stopped", async () => {
  const found = [unreadTicket({ id: 1 })];
  const { bell, line, stop } = await openBell(found);
  found.splice(0, 1, unreadTicket({ id: 2 }));
  line.line().says({ t: "resync", cursor: 900 });
  await settle();
  expect(ids(bell)).toEqual([2]);
  stop();
  line.line().says({
    t: "event",
    seq: 901,
    channel: "company-7-ticket",
    data: { action: "update", ticket: unreadTicket({ id: 3 }) },
  });
  expect(ids(bell)).toEqual([]);
});

test("the bell loads the next page once when it is scrolled to within 100 px of the bottom", async () => {
  const { api, calls } = fakeApi(({ path }) => ({
    body: path.includes("pageNumber=1")
      ? { tickets: [unreadTicket({ id: 1 })], hasMore: true }
      : { tickets: [unreadTicket({ id: 2 })], hasMore: false },
  }));
  const { socket, line } = fakeSocket();
  const quiet = { isOnScreen: () => false, ring: () => undefined, onCount: () => undefined };
  const bell = new Notices({ api, socket, listener: () => ({ userId: 7, pendingToo: false }), ...quiet });
  socket.start();
  line().ready();
  bell.start();
  await settle();
  await bell.scrolled({ scrollTop: 0, clientHeight: 350, scrollHeight: 451 });
  expect(calls).toHaveLength(1);
  const atTheEnd = { scrollTop: 1, clientHeight: 350, scrollHeight: 451 };
  await Promise.all([bell.scrolled(atTheEnd), bell.scrolled(atTheEnd)]);
  expect(ids(bell).sort()).toEqual([1, 2]);
  await bell.scrolled(atTheEnd);
  expect(calls).toHaveLength(2);
});

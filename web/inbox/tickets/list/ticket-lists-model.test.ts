import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import type { TicketSort } from "#inbox/tickets/lists/contract.ts";
import { sampleMessage, sampleTicket } from "#web/inbox/messages/test-samples.ts";
import { Collection } from "#web/lib/lists/collection.ts";
import { DEFAULT_FILTER } from "./list-filter.ts";
import { TicketLists } from "./ticket-lists-model.ts";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const at = (minute: number) => `2026-11-20T14:${String(minute).padStart(2, "0")}:00.000Z`;
const settle = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};

function column(
  answer: { items: readonly TicketAnswer[]; hasMore?: boolean } = { items: [] },
  sort: TicketSort = "recent",
) {
  const asked: Record<string, string>[] = [];
  const tickets = new Collection<TicketAnswer>({ record: "ticket", id: "ticketId" });
  const lists = new TicketLists({
    tickets,
    fetchPage: async (query) => {
      asked.push({ ...query });
      return { items: answer.items, hasMore: answer.hasMore ?? false };
    },
    currentUser: () => ({ id: 7, profile: "user", queueIds: [1] }),
    sortOf: (view) => (view === "waiting" ? sort : "recent"),
  });
  const ids = () => lists.current.value?.ids.value ?? null;
  return { lists, tickets, asked, ids };
}

test("a new message moves its ticket to the top and shows the unread count", async () => {
  const first = sampleTicket({ id: 1, updatedAt: at(10) });
  const second = sampleTicket({ id: 2, updatedAt: at(5) });
  const { lists, ids, tickets } = column({ items: [first, second] });
  lists.show(DEFAULT_FILTER);
  await settle();
  expect(ids()).toEqual([1, 2]);
  const ticket = { ...second, updatedAt: at(20), unreadMessages: 1, lastMessage: "Oi?" };
  const event = { action: "create", message: sampleMessage({ id: 9, ticketId: 2 }), ticket };
  lists.applyMessage(event);
  lists.applyMessage(event);
  expect(ids()).toEqual([2, 1]);
  expect(tickets.peek(2)?.unreadMessages).toBe(1);
});

test("a ticket event older than the loaded ticket changes no list", async () => {
  const { lists, tickets } = column({ items: [sampleTicket({ id: 1, updatedAt: at(10), status: "open" })] });
  lists.show(DEFAULT_FILTER);
  await settle();
  lists.applyTicket({
    action: "update",
    ticket: sampleTicket({ id: 1, updatedAt: at(4), status: "pending" }),
  });
  expect(tickets.peek(1)?.status).toBe("open");
});

test("a ticket leaves the waiting list when it is accepted or deleted", async () => {
  const waiting = sampleTicket({ id: 3, status: "pending", userId: null, updatedAt: at(1) });
  const { lists, ids } = column({ items: [waiting] });
  lists.show({ ...DEFAULT_FILTER, view: "waiting" });
  await settle();
  expect(ids()).toEqual([3]);
  lists.applyTicket({
    action: "update",
    ticket: { ...waiting, status: "open", userId: 7, updatedAt: at(2) },
  });
  expect(ids()).toEqual([]);
  lists.applyTicket({ action: "update", ticket: { ...waiting, id: 4, updatedAt: at(3) } });
  expect(ids()).toEqual([4]);
  lists.applyTicket({ action: "delete", ticketId: 4 });
  expect(ids()).toEqual([]);
});

test("switching back to a list sends no request", async () => {
  const { lists, asked } = column({ items: [sampleTicket()] });
  lists.show(DEFAULT_FILTER);
  lists.show({ ...DEFAULT_FILTER, view: "closed" });
  await settle();
  lists.show(DEFAULT_FILTER);
  await settle();
  expect(asked).toEqual([{ status: "open" }, { status: "closed" }]);
});

test("a search is sent 500 ms after the last letter", async () => {
  const { lists, asked } = column();
  lists.show({ ...DEFAULT_FILTER, view: "search" });
  await settle();
  expect(lists.current.value).toBeNull();
  lists.show({ ...DEFAULT_FILTER, view: "search", search: "bo" });
  jest.advanceTimersByTime(300);
  lists.show({ ...DEFAULT_FILTER, view: "search", search: "bolo" });
  jest.advanceTimersByTime(499);
  expect(asked).toEqual([]);
  jest.advanceTimersByTime(1);
  await settle();
  expect(asked).toEqual([{ showAll: "true", searchParam: "bolo" }]);
});

test("a ticket older than the loaded pages is listed only when its page is loaded", async () => {
  const { lists, ids } = column({ items: [sampleTicket({ id: 1, updatedAt: at(30) })], hasMore: true });
  lists.show(DEFAULT_FILTER);
  await settle();
  lists.applyTicket({ action: "update", ticket: sampleTicket({ id: 8, updatedAt: at(2) }) });
  expect(ids()).toEqual([1]);
});

test("changes during loading are not lost when an older response arrives", async () => {
  const { lists, ids } = column({ items: [sampleTicket({ id: 1, updatedAt: at(10) })] });
  lists.show(DEFAULT_FILTER);
  lists.applyTicket({ action: "update", ticket: sampleTicket({ id: 2, updatedAt: at(12) }) });
  await settle();
  expect(ids()).toEqual([2, 1]);
});

test("reading clears a ticket's unread count, and an ack changes the check marks of its last message", async () => {
  const { lists, tickets } = column({
    items: [
      sampleTicket({ id: 1, unreadMessages: 4 }),
      sampleTicket({ id: 2, lastMessageFromMe: true, lastMessageId: 9, lastMessageAck: 2 }),
    ],
  });
  lists.show(DEFAULT_FILTER);
  await settle();
  lists.applyTicket({ action: "updateUnread", ticketId: 1 });
  expect(tickets.peek(1)?.unreadMessages).toBe(0);
  const message = sampleMessage({ id: 5, fromMe: true, ack: 1 });
  const ticket = sampleTicket({ id: 1, lastMessageFromMe: true, lastMessageId: 5, lastMessageAck: 1 });
  lists.applyMessage({ action: "create", message, ticket });
  lists.applyMessage({ action: "update", message: { ...message, ack: 3 } });
  expect(tickets.peek(1)?.lastMessageAck).toBe(3);
  lists.applyMessage({ action: "update", message: { ...message, id: 4, ack: 2 } });
  expect(tickets.peek(1)?.lastMessageAck).toBe(3);
  // A message that was sent before the page was opened.
  lists.applyMessage({ action: "update", message: { ...message, ticketId: 2, id: 9, ack: 3 } });
  expect(tickets.peek(2)?.lastMessageAck).toBe(3);
});

test("after a gap the visible list is reloaded and the others are discarded", async () => {
  const { lists, asked } = column({ items: [sampleTicket()] });
  lists.show({ ...DEFAULT_FILTER, view: "closed" });
  lists.show(DEFAULT_FILTER);
  await settle();
  lists.refresh();
  await settle();
  lists.show({ ...DEFAULT_FILTER, view: "closed" });
  await settle();
  expect(asked.map((query) => query["status"])).toEqual(["closed", "open", "open", "closed"]);
});

test("a waiting row keeps its place when a bot writes, and is sorted by its time when it arrives", async () => {
  const waiting = (id: number, since: number, change: Partial<TicketAnswer> = {}) =>
    sampleTicket({
      id,
      status: "pending",
      userId: null,
      waitingSince: at(since),
      updatedAt: at(since),
      ...change,
    });
  const { lists, ids, asked } = column({ items: [waiting(1, 5), waiting(2, 10)] }, "longest");
  lists.show({ ...DEFAULT_FILTER, view: "waiting" });
  await settle();
  expect(asked.at(-1)).toMatchObject({ status: "pending", sort: "longest" });
  lists.applyTicket({ action: "update", ticket: waiting(2, 10, { updatedAt: at(30), lastMessage: "Menu" }) });
  expect(ids()).toEqual([1, 2]);
  lists.applyTicket({ action: "update", ticket: waiting(3, 7, { updatedAt: at(31) }) });
  expect(ids()).toEqual([1, 3, 2]);
  lists.applyTicket({ action: "update", ticket: waiting(1, 5, { updatedAt: at(32), chatbot: true }) });
  expect(ids()).toEqual([3, 2, 1]);
});

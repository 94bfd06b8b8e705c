import { expect, test } from "bun:test";
import { signal } from "@preact/signals-react";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { sampleMessage, sampleTicket } from "#web/inbox/messages/test-samples.ts";
import { createHistoryScope } from "./history-scope.ts";

const SUPPORT = { id: 2, name: "Suporte", channel: "whatsapp" } as const;

function open() {
  const ticket = signal<TicketAnswer | undefined>(sampleTicket({ id: 1, contactId: 9, whatsappId: 1 }));
  const scope = createHistoryScope({
    ticketId: 1,
    ticket,
    connection: (id) => (id === SUPPORT.id ? SUPPORT : undefined),
  });
  return { ticket, scope };
}
const ofSupport = sampleMessage({ id: 5, ticketId: 2, contactId: 9, whatsappId: 2 });

test("a live message of another connection stays out of the ticket and offers the whole history", () => {
  const { scope } = open();
  expect(scope.holds(ofSupport)).toBe(false);
  scope.noticed(ofSupport);
  scope.noticed(ofSupport);
  expect(scope.others.value).toEqual([SUPPORT]);
  scope.shown.value = "all";
  expect(scope.holds(ofSupport)).toBe(true);
});

test("the ticket's conversation contains earlier tickets of its connection, and its own messages of a former connection", () => {
  const { scope } = open();
  expect(scope.holds(sampleMessage({ ticketId: 8, contactId: 9, whatsappId: 1 }))).toBe(true);
  expect(scope.holds(sampleMessage({ ticketId: 1, contactId: 9, whatsappId: 2 }))).toBe(true);
  expect(scope.holds(sampleMessage({ ticketId: 3, contactId: 4, whatsappId: 1 }))).toBe(false);
  scope.noticed(sampleMessage({ ticketId: 3, contactId: 4, whatsappId: 2 }));
  expect(scope.others.value).toEqual([]);
});

test("a move of the ticket to another connection is reported once", () => {
  const { scope, ticket } = open();
  expect(scope.hasMoved()).toBe(false);
  ticket.value = sampleTicket({ id: 1, contactId: 9, whatsappId: 2 });
  expect(scope.hasMoved()).toBe(true);
  expect(scope.hasMoved()).toBe(false);
});

import { expect, test } from "bun:test";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { sampleTicket } from "#web/inbox/messages/test-samples.ts";
import { Collection } from "#web/lib/lists/collection.ts";
import { Pins } from "./pins.ts";

const shown = (pins: Pins) => pins.tickets.value.map(({ id }) => id);

test("pinned tickets follow their changes, and leave when they are closed or deleted", async () => {
  const tickets = new Collection<TicketAnswer>({ record: "ticket", id: "ticketId" });
  const pinned = [1, 2, 3].map((id) => sampleTicket({ id }));
  const pins = new Pins({ tickets, fetchPins: async () => pinned });
  await pins.reload();
  expect(shown(pins)).toEqual([1, 2, 3]);
  tickets.upsert(sampleTicket({ id: 2, status: "closed", updatedAt: "2030-01-01T00:00:00.000Z" }));
  expect(shown(pins)).toEqual([1, 3]);
  pins.drop(3);
  expect([shown(pins), pins.has(3)]).toEqual([[1], false]);
});

test("an answer that arrives after a newer change of the pins is ignored", async () => {
  const tickets = new Collection<TicketAnswer>({ record: "ticket", id: "ticketId" });
  let answer: (pinned: readonly TicketAnswer[]) => void = () => undefined;
  const pins = new Pins({
    tickets,
    fetchPins: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  const reloaded = pins.reload();
  pins.take([sampleTicket({ id: 5 })]);
  answer([]);
  await reloaded;
  expect(shown(pins)).toEqual([5]);
});

test("a ticket that is deleted while the pins are read stays deleted", async () => {
  const tickets = new Collection<TicketAnswer>({ record: "ticket", id: "ticketId" });
  const { promise, resolve } = Promise.withResolvers<readonly TicketAnswer[]>();
  const pins = new Pins({ tickets, fetchPins: () => promise });
  const reloaded = pins.reload();
  pins.drop(5);
  resolve([sampleTicket({ id: 5 }), sampleTicket({ id: 6 })]);
  await reloaded;
  expect([shown(pins), tickets.get(5)]).toEqual([[6], undefined]);
});

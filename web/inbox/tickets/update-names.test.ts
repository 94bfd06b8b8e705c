import { expect, test } from "bun:test";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import type { EventData } from "#platform/realtime/contract.ts";
import { sampleTicket } from "#web/inbox/messages/test-samples.ts";
import { Collection } from "#web/lib/lists/collection.ts";
import type { Named } from "./follow-names.ts";
import { updateNames } from "./update-names.ts";

const NO_LISTS = { place: () => undefined, refresh: () => undefined };
/** Applies the events that the test chooses. */
const following =
  (tickets: Collection<TicketAnswer>, lists: Parameters<typeof updateNames>[1] = NO_LISTS) =>
  (channel: Named, event: EventData) =>
    updateNames(tickets, lists, channel, event);

test("the new name of a queue, connection or colleague appears only in its own tickets", () => {
  const tickets = new Collection<TicketAnswer>({ record: "ticket", id: "ticketId" });
  const sales = { id: 1, name: "Vendas", color: "#000000" };
  const support = { id: 2, name: "Suporte", color: "#111111" };
  const ana = { id: 7, name: "Ana" };
  tickets.upsertAll([
    sampleTicket({ id: 1, queue: sales, user: ana, whatsapp: { id: 3, name: "Loja" } }),
    sampleTicket({ id: 2, queue: support, user: null, whatsapp: { id: 4, name: "Filial" } }),
  ]);
  const other = tickets.peek(2);
  const hear = following(tickets);
  hear("queue", { action: "update", queue: { ...sales, name: "Comercial", token: "x" } });
  hear("queue", {
    action: "update",
    queue: { ...sales, name: "Comercial", color: "#222222" },
  });
  hear("whatsapp", { action: "update", whatsapp: { id: 3, name: "Matriz" } });
  hear("user", { action: "update", user: { ...ana, name: "Ana Dias", email: "ana@x.com" } });
  hear("user", { action: "delete", userId: 7 });
  expect(tickets.peek(1)).toMatchObject({
    queue: { id: 1, name: "Comercial", color: "#222222" },
    whatsapp: { id: 3, name: "Matriz" },
    user: { id: 7, name: "Ana Dias" },
  });
  expect(Object.keys(tickets.peek(1)?.queue ?? {}).sort()).toEqual(["color", "id", "name"]);
  expect(Object.keys(tickets.peek(1)?.user ?? {}).sort()).toEqual(["id", "name"]);
  expect(tickets.peek(2)).toBe(other);
});

test("the new name of a contact appears in its loaded tickets, which move to the lists that they belong to now", () => {
  const tickets = new Collection<TicketAnswer>({ record: "ticket", id: "ticketId" });
  const maria = { id: 5, name: "Maria", number: "5511987654321", profilePicUrl: null };
  tickets.upsertAll([
    sampleTicket({ id: 1, contactId: 5, contact: maria }),
    sampleTicket({ id: 2, contactId: 6, contact: { ...maria, id: 6 } }),
  ]);
  const placed: TicketAnswer[] = [];
  let refreshed = 0;
  const lists = {
    place: (ticket: TicketAnswer) => void placed.push(ticket),
    refresh: () => {
      refreshed += 1;
    },
  };
  const hear = following(tickets, lists);
  hear("contact", {
    action: "update",
    contact: { ...maria, name: "Maria Souza", email: "m@x.com" },
  });
  expect(placed.map(({ id, contact }) => [id, contact])).toEqual([[1, { ...maria, name: "Maria Souza" }]]);
  expect(refreshed).toBe(0);
  hear("contact", { action: "reload" });
  expect(refreshed).toBe(1);
});

test("a deleted colleague takes part in no loaded ticket", () => {
  const tickets = new Collection<TicketAnswer>({ record: "ticket", id: "ticketId" });
  tickets.upsertAll([
    sampleTicket({ id: 1, participants: [3, 7] }),
    sampleTicket({ id: 2, participants: [3] }),
  ]);
  const other = tickets.peek(2);
  const hear = following(tickets);
  hear("user", { action: "create", user: { id: 7 } });
  expect(tickets.peek(1)?.participants).toEqual([3, 7]);
  hear("user", { action: "delete", userId: 7 });
  expect(tickets.peek(1)?.participants).toEqual([3]);
  expect(tickets.peek(2)).toBe(other);
});

test("closed tickets show the new name of their resolution, and lose a deleted one", () => {
  const tickets = new Collection<TicketAnswer>({ record: "ticket", id: "ticketId" });
  const sold = { id: 3, name: "Vendido", note: "à vista" };
  tickets.upsertAll([
    sampleTicket({ id: 1, status: "closed", resolution: sold }),
    sampleTicket({ id: 2, status: "closed", resolution: { ...sold, id: 4 } }),
  ]);
  const other = tickets.peek(2);
  const hear = following(tickets);
  hear("resolution", { action: "create", record: { id: 5, name: "Novo", queueIds: [] } });
  hear("resolution", {
    action: "update",
    record: { id: 3, name: "Venda feita", queueIds: [], active: false },
  });
  expect(tickets.peek(1)?.resolution).toEqual({ ...sold, name: "Venda feita" });
  hear("resolution", { action: "delete", id: 3 });
  expect(tickets.peek(1)?.resolution).toBeNull();
  expect(tickets.peek(2)).toBe(other);
});

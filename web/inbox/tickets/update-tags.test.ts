import { expect, test } from "bun:test";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { sampleTicket } from "#web/inbox/messages/test-samples.ts";
import { Collection } from "#web/lib/lists/collection.ts";
import { updateTags } from "./update-tags.ts";

const vip = { id: 1, name: "VIP", color: "#000000", kanban: 0 };
const late = { id: 2, name: "Atrasado", color: "#111111", kanban: 0 };

test("a tag that is renamed or deleted changes on every ticket that carries it, and on no other", () => {
  const tickets = new Collection<TicketAnswer>({ record: "ticket", id: "ticketId" });
  tickets.upsertAll([sampleTicket({ id: 1, tags: [vip, late] }), sampleTicket({ id: 2, tags: [late] })]);
  const other = tickets.peek(2);
  const names = () => tickets.peek(1)?.tags.map(({ name }) => name);
  updateTags(tickets, { action: "update", record: { ...vip, name: "Muito VIP", ticketsCount: 3 } });
  expect(tickets.peek(1)?.tags[0]).toEqual({ ...vip, name: "Muito VIP" });
  expect(names()).toEqual(["Muito VIP", "Atrasado"]);
  updateTags(tickets, { action: "delete", id: 1 });
  expect(names()).toEqual(["Atrasado"]);
  updateTags(tickets, { action: "create", record: { id: 9, name: "Nova", color: "#222222", kanban: 1 } });
  expect(tickets.peek(2)).toBe(other);
});

import type { TicketAnswer, TicketListQuery } from "#inbox/tickets/contract.ts";
import { presentRows } from "#inbox/tickets/present.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { NO_FILTERS } from "./filters.ts";
import { partsOf } from "./scope.ts";
import { readRows, sourceOf } from "./source.ts";

/** docs/rules/tickets.md#board. */
const MAX_CARDS = 500;

/** `GET /ticket/kanban`: open and pending tickets the caller may see, newest first, at most 500. */
export function kanbanTickets(
  { tenant, actor }: UserCtx,
  queueIds: TicketListQuery["queueIds"],
): { tickets: TicketAnswer[] } {
  const parts = partsOf(actor, { statuses: ["open", "pending"], ofEverybody: true, queueIds });
  return {
    tickets: presentRows(
      tenant,
      readRows(tenant, sourceOf(tenant.db, parts, NO_FILTERS, { sort: "recent", limit: MAX_CARDS })),
    ),
  };
}

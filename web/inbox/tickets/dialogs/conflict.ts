import * as v from "valibot";
import { TicketConflict } from "#inbox/tickets/contract.ts";
import { ApiError } from "#web/lib/api/api-error.ts";

export type Conflict = v.InferOutput<typeof TicketConflict>;

/** The existing ticket because of which a call was rejected (docs/rules/tickets.md#open); null for other errors. */
export function conflictOf(error: unknown): Conflict | null {
  if (!(error instanceof ApiError) || error.code !== "ERR_OTHER_OPEN_TICKET") return null;
  const result = v.safeParse(TicketConflict, error.body);
  return result.success ? result.output : null;
}

import type { Ticket } from "#inbox/tickets/schema.ts";
import { query } from "#platform/db/query.ts";

/** The columns of a ticket with its most urgent promised time. */
export type ShownSla = Pick<Ticket, "slaPolicyId" | "slaTarget" | "slaState" | "slaDueAt" | "slaLeftMs">;

export const showSla = query<
  ShownSla & Readonly<Record<"id", number>>
>(`UPDATE ticket SET sla_policy_id = :slaPolicyId, sla_target = :slaTarget, sla_state = :slaState,
  sla_due_at = :slaDueAt, sla_left_ms = :slaLeftMs WHERE id = :id`);

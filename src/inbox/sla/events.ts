import type { SlaTarget } from "#inbox/tickets/contract.ts";
import type { Ticket } from "#inbox/tickets/index.ts";
import { defineEvent } from "#platform/events/define-event.ts";

interface ClockEvent {
  readonly ticket: Ticket;
  readonly clockId: number;
  readonly policyId: number;
  readonly target: SlaTarget;
  /** ms. */
  readonly dueAt: number;
}

/** A promised time has nearly passed (docs/rules/sla.md#warning). Not emitted for a warning that is too late. */
export const SlaWarned = defineEvent<ClockEvent>("sla.warned");
/** A promised time was missed. Emitted once per clock; after downtime it is emitted later, but `dueAt` is the real due time. */
export const SlaMissed = defineEvent<ClockEvent>("sla.missed");

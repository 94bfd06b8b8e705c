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

/** A promised time is nearly over (docs/rules/sla.md#warning). Not emitted when the warning comes too late. */
export const SlaWarned = defineEvent<ClockEvent>("sla.warned");
/** A promised time is over; emitted once per clock, also after downtime, with the true `dueAt`. */
export const SlaMissed = defineEvent<ClockEvent>("sla.missed");

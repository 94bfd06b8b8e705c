import type { SlaTarget } from "#inbox/tickets/contract.ts";
import type { Ticket } from "#inbox/tickets/index.ts";
import type { SlaPolicy } from "./schema.ts";

/** The times of an attendance that clocks depend on. */
export interface Attendance {
  readonly id: number;
  readonly createdAt: number;
  readonly queuedAt: number | null;
  readonly startedAt: number | null;
}

/** A clock that a ticket should have now. */
export interface WantedClock {
  readonly target: SlaTarget;
  /** The customer's wait that it measures; null for a resolution. */
  readonly waitedSince: number | null;
  /** Start time of the clock if the ticket does not have it yet, ms. */
  readonly startsAt: number;
  readonly runs: boolean;
  /** False = an existing clock continues, but no new clock starts. */
  readonly begins: boolean;
}

type Waiting = Pick<Ticket, "status" | "queueId" | "chatbot" | "useIntegration">;
/** True while a bot has the waiting ticket. */
const hasBot = ({ status, chatbot, useIntegration }: Waiting): boolean =>
  status === "pending" && (chatbot || useIntegration);

/**
 * True when people, not a bot, are responsible: an attendant has the ticket, or it waits in a queue without a bot. `isQueueless`:
 * true when its connection has no queues; the ticket then waits for people without a queue.
 */
export const isWithPeople = (ticket: Waiting, isQueueless: () => boolean): boolean =>
  ticket.status === "open" || (!hasBot(ticket) && (ticket.queueId !== null || isQueueless()));

interface PeopleTimes {
  readonly isQueueless: () => boolean;
  /** When people became responsible, ms; null = not in this transaction. */
  readonly reachedAt: number | null;
}

/**
 * The clocks that a ticket with this attendance and policy should have now (docs/rules/sla.md#targets). Pure; `ticket` is
 * not closed and no group.
 */
export function wantedClocks(
  ticket: Ticket,
  attendance: Attendance,
  policy: SlaPolicy,
  { isQueueless, reachedAt }: PeopleTimes,
): readonly WantedClock[] {
  const isCounted = policy.startsAt === "arrival" || isWithPeople(ticket, isQueueless);
  const beganAt =
    policy.startsAt === "arrival"
      ? attendance.createdAt
      : (reachedAt ?? attendance.queuedAt ?? attendance.startedAt ?? attendance.createdAt);
  const wanted: WantedClock[] = [];
  const { waitingSince } = ticket;
  if (waitingSince !== null) {
    // A wait that began with the attendance needs the first response; any later wait needs a next response.
    const target = waitingSince <= attendance.createdAt ? "first" : "next";
    const startsAt = Math.max(waitingSince, target === "first" ? beganAt : waitingSince);
    wanted.push({ target, waitedSince: waitingSince, startsAt, runs: isCounted, begins: isCounted });
  }
  const isAsleep = policy.pauseAsleep && ticket.asleepSince !== null;
  const hasOurWord =
    policy.pauseWaitingCustomer &&
    waitingSince === null &&
    ticket.lastMessageFromMe &&
    (ticket.lastMessageAt ?? 0) >= attendance.createdAt;
  const runs = isCounted && !isAsleep && !hasOurWord;
  wanted.push({ target: "resolution", waitedSince: null, startsAt: beganAt, runs, begins: isCounted });
  return wanted;
}

import {
  addOpenTime,
  companyHours,
  type Hours,
  openTimeBetween,
  queueHours,
} from "#accounts/opening-hours/index.ts";
import { findQueue } from "#accounts/queues/index.ts";
import { holds, ticketFacts } from "#inbox/conditions/index.ts";
import { type SlaClock, type SlaPolicy, slaClock, slaPolicy } from "#inbox/sla/schema.ts";
import { type Ticket, ticket as tickets } from "#inbox/tickets/schema.ts";
import { all } from "#platform/db/database.ts";
import { ChangeWatch } from "./change-watch.ts";
import { same } from "./expected-lists.ts";
import type { Office } from "./office.ts";
import { MINUTE } from "./times.ts";

interface Attendance {
  readonly id: number;
  readonly ticketId: number;
  readonly createdAt: number;
}
/** The values that selected the policy of a ticket at the last check. */
interface Choice {
  readonly key: string;
  readonly row: readonly (number | null)[];
  readonly tags: readonly number[];
  readonly fields: readonly { readonly field_id: number }[];
  readonly policyId: number | null;
  readonly policies: string;
}
const MINUTES = { first: "firstMinutes", next: "nextMinutes", resolution: "resolutionMinutes" } as const;
type Target = keyof typeof MINUTES;

/** Columns of a ticket that promised times depend on. */
const CONCERNED = [
  ...(["status", "queueId", "priority", "connectionId", "contactId", "waitingSince", "asleepSince"] as const),
  ...(["chatbot", "useIntegration", "lastMessageFromMe", "botEndedAt"] as const),
];

/** Compares the promised times of all tickets with a computation from the rows, after the jobs have run. */
export class ClockCheck {
  readonly #choices = new Map<number, Choice>();
  /** The last change of each ticket in a column that promised times depend on. */
  readonly #changes = new Map<number, { row: string; at: number }>();
  readonly #office: Office;
  readonly #watch: ChangeWatch;

  constructor(office: Office) {
    this.#office = office;
    this.#watch = new ChangeWatch(office);
  }

  compare(where: object): void {
    const { db } = this.#office.tenant;
    this.#watch.read();
    const policies = db.select().from(slaPolicy).all();
    const clocks = db.select().from(slaClock).all();
    const attendances = all<Attendance>(
      db,
      `SELECT id, ticket_id AS ticketId, created_at AS createdAt FROM ticket_period WHERE finished_at IS NULL`,
    );
    for (const ticket of db.select().from(tickets).all()) {
      const own = clocks.filter((clock) => clock.ticketId === ticket.id && isOpen(clock));
      const attendance = attendances.find(({ ticketId }) => ticketId === ticket.id);
      const at = { ...where, ticket: ticket.id };
      this.#noteChange(ticket);
      if (attendance) this.#checkChoice(at, ticket, attendance, policies);
      const policy = policies.find(({ id }) => id === ticket.slaPolicyId);
      same(
        { ...at, policy, what: "open clocks", facts: factsOf(ticket) },
        own.map((clock) => this.#shape(clock)).toSorted(),
        this.#wanted(ticket, attendance, policy, own).toSorted(),
      );
      for (const clock of own) this.#checkTimes({ ...at, clock }, clock, policies);
      same({ ...at, what: "chip", own }, chipOf(ticket), mostUrgent(own));
    }
    same({ ...where, what: "daily figures" }, dailyRows(this.#office), dailyFigures(clocks));
  }

  /** The policy was chosen at the last change that can select another policy. */
  #checkChoice(at: object, ticket: Ticket, attendance: Attendance, policies: readonly SlaPolicy[]): void {
    const { tenant } = this.#office;
    const active = policies
      .filter((policy) => policy.active && policy.deletedAt === null)
      .toSorted((a, b) => a.position - b.position || a.id - b.id);
    const facts = ticketFacts(tenant, ticket.id);
    const matching = facts && active.find(({ conditions }) => holds(conditions, facts));
    const { queueId, priority, connectionId, contactId, slaPolicyId } = ticket;
    const tags = this.#office.ids(
      "SELECT tag_id AS id FROM ticket_tag WHERE ticket_id = ? ORDER BY 1",
      ticket.id,
    );
    const fields = all<{ field_id: number }>(
      tenant.db,
      "SELECT field_id, text, num FROM field_value WHERE ticket_id = ? ORDER BY field_id",
      ticket.id,
    );
    const row = [attendance.id, queueId, priority, connectionId, contactId];
    const key = JSON.stringify([...row, tags, fields]);
    const known = this.#withoutDeleted(this.#choices.get(ticket.id));
    const isSame = known?.policies === JSON.stringify(active);
    const isKept = known !== undefined && active.some(({ id }) => id === known.policyId);
    const hasKey = known?.key === key;
    const isChangedBack = this.#watch.take(ticket.id) && hasKey;
    const isUnchanged = hasKey && !isChangedBack;
    const expected =
      isUnchanged && (isKept || known.policyId === null) ? known.policyId : (matching?.id ?? null);
    // A policy and a ticket that change in one command change in either order; what one transaction changes back selects nothing.
    const isEither = isChangedBack || !(isSame || hasKey);
    const possible = isEither ? [expected, known?.policyId ?? null] : [expected];
    if (active.length > 0 && !(possible.includes(slaPolicyId) || (slaPolicyId !== null && !isKept && hasKey)))
      same({ ...at, what: "policy", key, known, isChangedBack }, slaPolicyId, expected);
    this.#choices.set(ticket.id, {
      ...{ key, row, tags, fields },
      ...{ policyId: slaPolicyId, policies: JSON.stringify(active) },
    });
  }

  /** A choice as it would have been without the tags and fields that were deleted since: deleting one chooses nothing again. */
  #withoutDeleted(known: Choice | undefined): Choice | undefined {
    if (!known) return undefined;
    const isTag = new Set(this.#office.ids("SELECT id FROM tag"));
    const isField = new Set(this.#office.ids("SELECT id FROM field"));
    const tags = known.tags.filter((id) => isTag.has(id));
    const fields = known.fields.filter(({ field_id: id }) => isField.has(id));
    return { ...known, tags, fields, key: JSON.stringify([...known.row, tags, fields]) };
  }

  #shape = (clock: SlaClock): string =>
    [clock.target, clock.waitedSince, clock.targetMs / MINUTE, restOf(clock)].join(" ");

  /** The clocks that the state of a ticket asks for (docs/rules/sla.md#targets). */
  #wanted(
    ticket: Ticket,
    attendance: Attendance | undefined,
    policy: SlaPolicy | undefined,
    own: readonly SlaClock[],
  ): string[] {
    const isPromised = policy?.active === true && policy.deletedAt === null;
    if (!attendance || !policy || !isPromised || ticket.status === "closed" || ticket.isGroup) return [];
    const { waitingSince } = ticket;
    const hasQueues =
      this.#office.ids(
        "SELECT queue_id AS id FROM connection_queue WHERE connection_id = ?",
        ticket.connectionId,
      ).length > 0;
    const hasBot = ticket.status === "pending" && (ticket.chatbot || ticket.useIntegration);
    const isWithPeople = ticket.status === "open" || (!hasBot && (ticket.queueId !== null || !hasQueues));
    const isCounted = policy.startsAt === "arrival" || isWithPeople;
    const hasOurWord =
      waitingSince === null &&
      ticket.lastMessageFromMe &&
      (ticket.lastMessageAt ?? 0) >= attendance.createdAt;
    const rests =
      (policy.pauseAsleep && ticket.asleepSince !== null) || (policy.pauseWaitingCustomer && hasOurWord);
    const targets: readonly (readonly [Target, number | null, boolean])[] = [
      ...(waitingSince === null
        ? []
        : [[waitingSince <= attendance.createdAt ? "first" : "next", waitingSince, isCounted] as const]),
      ["resolution", null, isCounted && !rests],
    ];
    return targets.flatMap(([target, waited, runs]) => {
      const minutes = policy[MINUTES[target]];
      if (minutes === null) return [];
      const clock = own.find((one) => one.target === target && one.waitedSince === waited);
      // Without a person in the ticket an existing clock is paused, and no clock begins.
      if (!clock && !isCounted) return [];
      // A changed policy applies only to tickets that change afterwards (docs/rules/sla.md#policies).
      if (!clock && policy.updatedAt >= this.#changedAt(ticket)) return [];
      // Without time left it is late when the hours open again.
      const isLate = clock && (clock.remainingMs <= 0 || clock.dueAt <= this.#office.app.clock.now());
      const isOver = clock && (clock.missedAt !== null || isLate);
      const rest = isOver && clock ? restOf(clock) : runs ? "runs" : "rests";
      return [[target, waited, minutes, rest].join(" ")];
    });
  }

  #changedAt(ticket: Ticket): number {
    return this.#changes.get(ticket.id)?.at ?? 0;
  }

  #noteChange(ticket: Ticket): void {
    const row = JSON.stringify(CONCERNED.map((column) => ticket[column]));
    if (this.#changes.get(ticket.id)?.row !== row)
      this.#changes.set(ticket.id, { row, at: this.#office.app.clock.now() });
  }

  #hours(policy: SlaPolicy, queueId: number | null): Hours | null {
    const { tenant } = this.#office;
    if (policy.hours === "clock") return null;
    const queue = policy.hours === "queue" && queueId !== null ? findQueue(tenant.db, queueId) : undefined;
    return queue ? queueHours(tenant, queue) : companyHours(tenant);
  }

  /** The due time follows from when and from how much of it was left. */
  #checkTimes(at: object, clock: SlaClock, policies: readonly SlaPolicy[]): void {
    const now = this.#office.app.clock.now();
    const policy = policies.find(({ id }) => id === clock.policyId);
    if (!policy) throw new Error(`clock ${clock.id} has no policy`);
    const hours = this.#hours(policy, clock.hoursQueueId);
    same({ ...at, what: "began before now" }, clock.startedAt <= now && clock.countedFrom <= now, true);
    if (clock.missedAt !== null || clock.pausedAt !== null) {
      const isRight = clock.missedAt === null ? clock.remainingMs > 0 : clock.missedAt <= now;
      same({ ...at, what: "missed, or with something left" }, isRight, true);
      return;
    }
    same(
      { ...at, what: "due time" },
      clock.dueAt,
      addOpenTime(hours, clock.countedFrom, Math.max(0, clock.remainingMs)),
    );
    same({ ...at, what: "misses are recorded" }, clock.dueAt > now, true);
    const left = clock.remainingMs - openTimeBetween(hours, clock.countedFrom, now);
    const isSoon = clock.targetMs - left >= Math.round((clock.targetMs * policy.warnPercent) / 100);
    if (clock.warnedAt === null) same({ ...at, what: "warnings are given" }, isSoon, false);
  }
}

const isOpen = ({ metAt, droppedAt }: SlaClock) => metAt === null && droppedAt === null;
const restOf = ({ pausedAt, missedAt }: SlaClock) =>
  pausedAt !== null && missedAt === null ? "rests" : "runs";

const factsOf = ({
  status,
  queueId,
  waitingSince,
  asleepSince,
  chatbot,
  lastMessageFromMe,
  lastMessageAt,
}: Ticket) => ({
  ...{ status, queueId, waitingSince, asleepSince, chatbot, lastMessageFromMe, lastMessageAt },
});

const chipOf = ({ slaTarget, slaState, slaDueAt, slaLeftMs }: Ticket) => ({
  ...{ target: slaTarget, state: slaState, dueAt: slaDueAt, leftMs: slaLeftMs },
});

/** docs/rules/sla.md#chip */
function mostUrgent(clocks: readonly SlaClock[]): ReturnType<typeof chipOf> {
  const missed = clocks.filter(({ missedAt }) => missedAt !== null);
  const running = clocks.filter(({ missedAt, pausedAt }) => missedAt === null && pausedAt === null);
  const [soonest] = (missed.length > 0 ? missed : running).toSorted(
    (a, b) => a.dueAt - b.dueAt || a.id - b.id,
  );
  const [least] = clocks.toSorted((a, b) => a.remainingMs - b.remainingMs || a.id - b.id);
  const clock = soonest ?? least;
  if (!clock) return { target: null, state: null, dueAt: null, leftMs: null };
  const state = clock.missedAt !== null ? "missed" : clock.warnedAt !== null ? "soon" : "running";
  const isPaused = restOf(clock) === "rests";
  return {
    ...{ target: clock.target, state },
    dueAt: isPaused ? null : clock.dueAt,
    leftMs: isPaused ? clock.remainingMs : null,
  };
}

type Daily = Record<string, [met: number, missed: number, sumMs: number]>;

function dailyFigures(clocks: readonly SlaClock[]): Daily {
  const figures: Daily = {};
  for (const { day, policyId, queueId, userId, target, missedAt, takenMs } of clocks) {
    if (day === null) continue;
    const key = [day, policyId, queueId ?? 0, userId ?? 0, target].join(" ");
    const [met, missed, sum] = figures[key] ?? [0, 0, 0];
    figures[key] = missedAt === null ? [met + 1, missed, sum + (takenMs ?? 0)] : [met, missed + 1, sum];
  }
  return figures;
}

function dailyRows({ tenant }: Office): Daily {
  const rows = all<{ key: string; met: number; missed: number; sum: number }>(
    tenant.db,
    `SELECT day || ' ' || policy_id || ' ' || queue_id || ' ' || user_id || ' ' || target AS key, met, missed, sum_ms AS sum
      FROM sla_daily WHERE met <> 0 OR missed <> 0 OR sum_ms <> 0`,
  );
  return Object.fromEntries(rows.map(({ key, met, missed, sum }) => [key, [met, missed, sum]]));
}

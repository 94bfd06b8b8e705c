import { expect, test } from "bun:test";
import { addOpenTime, companyHours, openTimeBetween } from "#accounts/opening-hours/index.ts";
import { runningTracking, type Ticket } from "#inbox/tickets/index.ts";
import type { Tracking } from "#inbox/tickets/schema.ts";
import { endSnooze, snoozeTicket } from "#inbox/tickets/snooze/snooze.ts";
import { closeTicket } from "#inbox/tickets/transitions/close.ts";
import { undoClose } from "#inbox/tickets/transitions/undo-close.ts";
import { prioritise } from "#inbox/tickets/triage/prioritise.ts";
import { randomFrom } from "#platform/db/ship/testing/random.ts";
import type { SlaPolicy } from "./schema.ts";
import { MINUTE, openSlaDesk, type SlaDesk } from "./testing.ts";

/** Runs: 150 in the ordinary run, 20,000 in the long one (`SLA_RUNS=20000`). */
const RUNS = Number(process.env["SLA_RUNS"] ?? 150);
const STEPS = 14;

/** A ticket from a moment on. */
interface Moment {
  readonly at: number;
  readonly ticket: Ticket;
  /** Undefined while it is closed. */
  readonly attendance: Tracking | undefined;
}
type Hours = ReturnType<typeof companyHours>;
interface World {
  readonly hours: Hours;
  readonly policyOf: (ticket: Ticket) => SlaPolicy | undefined;
}

/** A clock computed from the whole history of its ticket in one pass. */
interface Fresh {
  readonly target: string;
  readonly policyId: number;
  readonly startedAt: number;
  readonly dueAt: number | null;
  readonly leftMs: number | null;
  readonly isMissed: boolean;
  readonly end: "open" | "met" | "dropped";
}

/** A part of the history that a clock of one policy measures: a wait of the customer, or the attendance. */
interface Part {
  readonly policy: SlaPolicy;
  readonly from: number;
  readonly until: number;
  readonly end: Fresh["end"];
  readonly moments: readonly Moment[];
}

const MINUTES = { first: "firstMinutes", next: "nextMinutes", resolution: "resolutionMinutes" } as const;

/** The history of one attendance, without closes that were undone. */
function momentsOf(
  history: readonly Moment[],
  id: number,
): { moments: Moment[]; closed: Moment | undefined } {
  const last = history.findLastIndex(({ attendance }) => attendance?.id === id);
  const moments = history.slice(0, last + 1).filter(({ attendance }) => attendance?.id === id);
  return { moments, closed: history[last + 1] };
}

function freshClocks(world: World, history: readonly Moment[], now: number): Fresh[] {
  const ids = new Set(history.flatMap(({ attendance }) => (attendance ? [attendance.id] : [])));
  return [...ids].flatMap((id) => {
    const { moments, closed } = momentsOf(history, id);
    const first = moments[0]?.attendance;
    if (!first) return [];
    const waits = new Set(moments.flatMap(({ ticket }) => ticket.waitingSince ?? []));
    const ends = { now, closed, policyOf: world.policyOf };
    const responses = [...waits].flatMap((wait) =>
      chain(
        world,
        wait <= first.createdAt ? "first" : "next",
        wait,
        partsOf(moments, ends, ({ ticket }) => ticket.waitingSince === wait, "dropped"),
      ),
    );
    return [
      ...responses,
      ...chain(
        world,
        "resolution",
        null,
        partsOf(moments, ends, () => true, "met"),
      ),
    ];
  });
}

function partsOf(
  moments: readonly Moment[],
  {
    now,
    closed,
    policyOf,
  }: { readonly now: number; readonly closed: Moment | undefined; readonly policyOf: World["policyOf"] },
  isMeasured: (moment: Moment) => boolean,
  onClose: "met" | "dropped",
): Part[] {
  const parts: Part[] = [];
  for (let index = 0; index < moments.length; index += 1) {
    const moment = moments[index] as Moment;
    const policy = policyOf(moment.ticket);
    if (!policy || !isMeasured(moment)) continue;
    const same = [moment];
    while (index + 1 < moments.length) {
      const next = moments[index + 1] as Moment;
      if (!isMeasured(next) || policyOf(next.ticket)?.id !== policy.id) break;
      same.push(next);
      index += 1;
    }
    const after = moments[index + 1] ?? closed;
    const end = !after ? "open" : after === closed ? onClose : isMeasured(after) ? "dropped" : "met";
    const isMerged = after === closed && closed?.ticket.closeReason === "merged";
    parts.push({
      policy,
      from: moment.at,
      until: after?.at ?? now,
      end: isMerged ? "dropped" : end,
      moments: same,
    });
  }
  return parts;
}

/** The clocks of one wait or attendance under its successive policies; the time elapsed under one policy counts against the next. */
function chain(
  { hours }: World,
  target: keyof typeof MINUTES,
  wait: number | null,
  parts: readonly Part[],
): Fresh[] {
  const clocks: Fresh[] = [];
  let before: { until: number; startedAt: number; passed: number } | undefined;
  for (const { policy, from, until, end, moments } of parts) {
    const minutes = policy[MINUTES[target]];
    const { attendance } = moments[0] as Moment;
    if (minutes === null || !attendance) {
      before = undefined;
      continue;
    }
    const isFollowing = before !== undefined && before.until === from;
    const reached = attendance.queuedAt ?? attendance.startedAt ?? attendance.createdAt;
    const begins = wait === null ? reached : target === "next" ? wait : Math.max(wait, reached);
    const startedAt = isFollowing && before ? before.startedAt : begins;
    let passed = isFollowing && before ? before.passed : openTimeBetween(hours, startedAt, from);
    const promised = minutes * MINUTE;
    let dueAt: number | null = null;
    let isMissed = false;
    for (const [index, moment] of moments.entries()) {
      const to = moments[index + 1]?.at ?? until;
      const isOver = isMissed || passed >= promised;
      if (!isOver && wait === null && isResting(moment, policy)) {
        dueAt = null;
        continue;
      }
      const isFirst = index === 0 && !isFollowing;
      if (!isMissed)
        dueAt = isFirst
          ? addOpenTime(hours, startedAt, promised)
          : addOpenTime(hours, moment.at, Math.max(0, promised - passed));
      isMissed ||= (dueAt ?? Number.POSITIVE_INFINITY) <= to;
      passed += openTimeBetween(hours, moment.at, to);
    }
    const isPaused = dueAt === null;
    clocks.push({
      ...{ target, policyId: policy.id, startedAt, end, isMissed },
      dueAt: isPaused || (end !== "open" && !isMissed) ? null : dueAt,
      leftMs: isPaused && end === "open" ? promised - passed : null,
    });
    before = { until, startedAt, passed };
  }
  return clocks;
}

function isResting({ ticket, attendance }: Moment, policy: SlaPolicy): boolean {
  const isOurWord = ticket.waitingSince === null && ticket.lastMessageFromMe;
  const isOfAttendance = (ticket.lastMessageAt ?? 0) >= (attendance?.createdAt ?? 0);
  return (
    (policy.pauseAsleep && ticket.asleepSince !== null) ||
    (policy.pauseWaitingCustomer && isOurWord && isOfAttendance)
  );
}

/** The stored clocks in the form of `Fresh`. */
const storedClocks = (desk: SlaDesk, ticketId: number): Fresh[] =>
  desk.clocks(ticketId).map((clock) => {
    const isMissed = clock.missed_at !== null;
    const end = clock.met_at !== null ? "met" : clock.dropped_at !== null ? "dropped" : "open";
    const isPaused = clock.paused_at !== null && !isMissed;
    return {
      ...({
        target: clock.target,
        policyId: clock.policy_id,
        startedAt: clock.started_at,
        end,
        isMissed,
      } as const),
      dueAt: isPaused || (end !== "open" && !isMissed) ? null : clock.due_at,
      leftMs: isPaused && end === "open" ? clock.remaining_ms : null,
    };
  });

const sorted = (clocks: readonly Fresh[]) =>
  clocks.map((clock) => JSON.stringify(Object.entries(clock).toSorted())).toSorted();

test("after any sequence of ticket actions, the stored clocks equal those computed from the whole history", async () => {
  const desk = openSlaDesk();
  desk.set("undoCloseSeconds", "10");
  const urgent = desk.policy({
    firstMinutes: 20,
    nextMinutes: 15,
    resolutionMinutes: 240,
    conditions: { all: [{ field: "priority", op: "in", value: [4] }] },
  });
  const sales = desk.policy({
    firstMinutes: 60,
    resolutionMinutes: 480,
    pauseWaitingCustomer: false,
    conditions: { all: [{ field: "queue", op: "in", value: [desk.sales] }] },
  });
  const policyOf = ({ priority, queueId }: Ticket) =>
    priority === 4 ? urgent : queueId === desk.sales ? sales : undefined;
  const world = { hours: companyHours(desk.tenant), policyOf };
  for (let seed = 1; seed <= RUNS; seed += 1) {
    const random = randomFrom(seed);
    desk.app.clock.advance(1 + random(3 * 24 * 60) * MINUTE);
    const ticketId = desk.customer();
    const history: Moment[] = [];
    const look = () => {
      const ticket = desk.ticket(ticketId);
      history.push({
        at: desk.app.clock.now(),
        ticket,
        attendance: runningTracking(desk.tenant.db, ticketId),
      });
    };
    look();
    const done = ["customer"];
    for (let step = 0; step < STEPS; step += 1) {
      // Each action has a distinct millisecond, because the history is ordered by time.
      desk.app.clock.advance(
        1 + (random(3) === 0 ? random(5000) : random(random(4) === 0 ? 20 * 60 : 40) * MINUTE),
      );
      const name = await act(desk, ticketId, random);
      if (name === null) continue;
      done.push(name);
      look();
      const expected = sorted(freshClocks(world, history, desk.app.clock.now()));
      await desk.sweep();
      expect({ seed, done, clocks: sorted(storedClocks(desk, ticketId)) }).toEqual({
        seed,
        done,
        clocks: expected,
      });
    }
    desk.tenant.write((unit) =>
      closeTicket(unit, desk.ticket(ticketId), { reason: "merged", silent: true, userId: null }),
    );
  }
  desk.close();
}, 3_600_000);

/** One random action; null when it does not fit the ticket. */
async function act(
  desk: SlaDesk,
  ticketId: number,
  random: (below: number) => number,
): Promise<string | null> {
  const ticket = desk.ticket(ticketId);
  const { status } = ticket;
  const isOpen = status === "open";
  switch (random(10)) {
    case 0:
    case 1:
      if (status === "closed") return null;
      desk.again(ticketId);
      return "customer writes";
    case 2:
    case 3:
      if (status === "closed") return null;
      desk.answers(ticketId, { userId: desk.ana.actor.id });
      return "person answers";
    case 4:
      if (status !== "pending") return null;
      desk.accept(ticketId, desk.boss);
      return "accepted";
    case 5: {
      if (status === "closed") return null;
      const queueId = random(2) === 0 ? desk.sales : desk.support;
      if (status === "pending" && queueId === ticket.queueId) return null;
      desk.put(desk.boss, ticketId, { queueId, userId: null });
      return "transferred";
    }
    case 6:
      if (!isOpen) return null;
      if (ticket.snoozeMode === null) snoozeTicket(desk.boss, ticketId, { mode: "reply" });
      else endSnooze(desk.boss, ticketId);
      return "snoozed or woken";
    case 7:
      if (status === "closed") return null;
      prioritise(desk.boss, ticketId, ticket.priority === 4 ? 2 : 4);
      return "priority";
    case 8:
      if (status === "closed") return null;
      desk.put(desk.boss, ticketId, { status: "closed" });
      return "closed";
    default:
      if (status !== "closed") return null;
      if (ticket.closeSettlesAt !== null && desk.app.clock.now() <= ticket.closeSettlesAt) {
        undoClose(desk.boss, ticketId);
        return "close undone";
      }
      desk.put(desk.boss, ticketId, { status: "open", userId: desk.boss.actor.id });
      return "reopened";
  }
}

import type { ReachAnswer } from "#inbox/reach/contract.ts";

/** What the budget of new chats means for a campaign. */
export type NewChatsGuess =
  /** The network holds new chats; `endsAt` null = no end is known. */
  | { readonly kind: "held"; readonly endsAt: string | null }
  /** `days`: after today, for the others; null when no limit of a later day is known. */
  | { readonly kind: "partly"; readonly left: number; readonly days: number | null };

/** `recipients`: those who never wrote. Null when all of them can start today (docs/rules/reach.md#budget). */
export function guessNewChats(reach: ReachAnswer, recipients: number): NewChatsGuess | null {
  if (recipients === 0) return null;
  if (reach.holdsNewChats) {
    const ends = reach.restrictions
      .filter(({ effect }) => effect !== "none" && effect !== "calls")
      .map(({ endsAt }) => endsAt);
    const known = ends.filter((end) => end !== null).toSorted();
    return { kind: "held", endsAt: known.length < ends.length ? null : (known.at(-1) ?? null) };
  }
  const left = reach.left ?? null;
  if (left === null || left >= recipients) return null;
  return { kind: "partly", left, days: daysFor(reach, recipients - left, left) };
}

const DAY_MS = 86_400_000;
/** An estimate of more days than this is not shown. */
const MOST_DAYS = 3650;

/**
 * Days after today until `waiting` people can be written to, when `today` others are today: each day the company's own
 * limit, which grows for a new number, and what the network's cycles leave. Null = unknown.
 */
function daysFor({ own, quota = [] }: ReachAnswer, waiting: number, today: number): number | null {
  const coming = own?.coming ?? [];
  const cycles = quota.flatMap((row) =>
    row.total === null ? [] : [cycleOf({ ...row, total: row.total }, today)],
  );
  if (!own || (coming.length === 0 && cycles.length === 0)) return null;
  let left = waiting;
  for (let day = 1; day <= MOST_DAYS; day += 1) {
    const at = Date.parse(own.resetsAt) + (day - 1) * DAY_MS;
    for (const cycle of cycles) renew(cycle, at);
    const ownLimit = coming[Math.min(day, coming.length) - 1] ?? Number.POSITIVE_INFINITY;
    const allowed = Math.min(ownLimit, ...cycles.map((cycle) => cycle.left));
    left -= allowed;
    if (left <= 0) return day;
    for (const cycle of cycles) cycle.left -= allowed;
  }
  return null;
}

/** The network's limit of new chats, and what is left of its cycle. */
interface Cycle {
  readonly total: number;
  left: number;
  /** Null = no end is known: nothing more is allowed. */
  endsAt: number | null;
  readonly lengthMs: number | null;
}

type Quota = NonNullable<ReachAnswer["quota"]>[number] & { readonly total: number };

function cycleOf({ total, used, startsAt, endsAt }: Quota, today: number): Cycle {
  const ends = endsAt === null ? null : Date.parse(endsAt);
  const lengthMs = ends === null || startsAt === null ? null : ends - Date.parse(startsAt);
  return { total, left: Math.max(0, total - used - today), endsAt: ends, lengthMs };
}

function renew(cycle: Cycle, at: number): void {
  if (cycle.endsAt === null || at < cycle.endsAt) return;
  const { lengthMs } = cycle;
  cycle.left = cycle.total;
  cycle.endsAt = lengthMs ? cycle.endsAt + lengthMs * Math.ceil((at - cycle.endsAt + 1) / lengthMs) : null;
}

import { dayAt, parseInstant, wallClock } from "#platform/dates.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Limits of the comparison (docs/rules/reconciliation.md#budget). */
export const LIMITS = {
  /** Messages per request. */
  perRequest: 50,
  requestsPerChat: 4,
  lookBackMs: 7 * DAY_MS,
  /** Pause between two requests, ± `pauseSpread`. */
  pauseMs: 10_000,
  pauseSpread: 0.3,
  silences: 3,
  manualChatsPerDay: 150,
  manualEveryMs: 60 * MINUTE_MS,
  /** A comparison follows an interruption that is longer than this, `interruptionDelayMs` after the connection is back. */
  interruptionMs: 5 * MINUTE_MS,
  interruptionDelayMs: 10 * MINUTE_MS,
  linkedForMs: DAY_MS,
  /** Younger messages may still be on their way, so they are not compared. */
  settledMs: 10 * MINUTE_MS,
  atOnce: 4,
  keptMs: 400 * DAY_MS,
  /** Ids of deleted messages are kept longer than a comparison looks back. */
  removedKeptMs: 9 * DAY_MS,
} as const;

/** Share of the active chats that must be compared before a report claims a number of days. */
const CLAIM_SHARE = 0.95;
/** The last two days of a chat need not be compared: only a later message allows the comparison of the chat's end. */
const OPEN_END_MS = 2 * DAY_MS;

const NIGHT = { from: 2, to: 5 } as const;

/** True between 02:00 and 05:00 of the company. */
export function isNight(nowMs: number, zone: string): boolean {
  const hour = wallClock(nowMs, zone).hour();
  return hour >= NIGHT.from && hour < NIGHT.to;
}

/** The next 02:00 of the company, ms. */
export function nextNight(nowMs: number, zone: string): number {
  const at = (ms: number) => parseInstant(`${dayAt(ms, zone)} 02:00`, zone) ?? nowMs + DAY_MS;
  const today = at(nowMs);
  return today > nowMs ? today : at(nowMs + DAY_MS);
}

/** Pause before the next request, ms; `random` from 0 to 1. */
export const pauseBefore = (random: number): number =>
  LIMITS.pauseMs * (1 - LIMITS.pauseSpread + 2 * LIMITS.pauseSpread * random);

interface ChatProof {
  readonly lastMessageAt: number;
  readonly provenTo: number | null;
  readonly unprovenTo: number | null;
}

/** Whether all messages of a chat since `from` have been compared with the phone, except those of its last two days. */
export const isCompared = (
  { lastMessageAt, provenTo, unprovenTo }: ChatProof,
  from: number,
  now: number,
): boolean =>
  provenTo !== null &&
  (unprovenTo === null || unprovenTo <= from) &&
  provenTo >= Math.min(lastMessageAt, now - OPEN_END_MS);

/** Whether a report may claim that nothing is missing over its days. */
export const mayClaim = (comparedChats: number, activeChats: number): boolean =>
  activeChats > 0 && comparedChats >= activeChats * CLAIM_SHARE;

/** Whole minutes covered by at least one of these periods. */
export function minutesOf(times: readonly { readonly fromAt: number; readonly toAt: number }[]): number {
  let until = 0;
  let sum = 0;
  for (const { fromAt, toAt } of times.toSorted((a, b) => a.fromAt - b.fromAt)) {
    sum += Math.max(0, toAt - Math.max(fromAt, until));
    until = Math.max(until, toAt);
  }
  return Math.ceil(sum / MINUTE_MS);
}

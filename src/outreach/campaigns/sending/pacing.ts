/**
 * Intervals of a company in seconds, and the number of recipients between two of the longer interval
 * (docs/rules/campaigns.md#pacing).
 */
export interface Pace {
  readonly messageInterval: number;
  readonly longerIntervalAfter: number;
  readonly greaterInterval: number;
}

/** Shortest interval, ms. */
const SHORTEST_MS = 1000;
/** Relative variation of each wait, because exact intervals look automatic. */
const SPREAD = 0.2;

/**
 * Wait after the `k`-th recipient since the campaign started or resumed, ms. `random` is from 0 up to 1; 0.5 gives
 * exactly the configured interval.
 */
export function waitAfter(k: number, pace: Pace, random: number): number {
  const { messageInterval, longerIntervalAfter, greaterInterval } = pace;
  const longer = longerIntervalAfter > 0 && greaterInterval > 0 && k % longerIntervalAfter === 0;
  const seconds = longer ? Math.max(messageInterval, greaterInterval) : messageInterval;
  return Math.max(SHORTEST_MS, Math.round(seconds * 1000 * (1 - SPREAD + 2 * SPREAD * random)));
}

/** Sum of the waits after the recipients `from` to `to` (numbered as above), ms; the random factors average to 1. */
export function waitsOf(from: number, to: number, pace: Pace): number {
  const every = pace.greaterInterval > 0 ? pace.longerIntervalAfter : 0;
  const longer = every > 0 ? Math.floor(to / every) - Math.floor((from - 1) / every) : 0;
  const usual = Math.max(0, to - from + 1) - longer;
  const shorter = waitAfter(1, { ...pace, longerIntervalAfter: 0 }, 0.5);
  return usual * shorter + longer * waitAfter(Math.max(1, every), pace, 0.5);
}

/** Interval between two parts for one recipient, ms. */
export const PART_GAP_MS = 2000;

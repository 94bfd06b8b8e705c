import type { CampaignSettingKey } from "#outreach/campaigns/settings/contract.ts";

/**
 * How fast a campaign sends, and what else the company says of campaigns (docs/rules/campaigns.md#pacing,
 * docs/rules/settings.md#campaign-settings).
 */
export interface Pace {
  /** Seconds between two recipients. */
  readonly messageInterval: number;
  /** Messages after which the longer wait is taken. */
  readonly longerIntervalAfter: number;
  /** Seconds. */
  readonly greaterInterval: number;
}
/** A variable of the company for texts of campaigns. */
export interface Variable {
  readonly key: string;
  readonly value: string;
}

/** No wait is shorter, s. */
const LEAST_WAIT_S = 1;

/** Seconds before the next recipient after the k-th (k from 1), without the random factor. */
export function waitAfter(
  k: number,
  { messageInterval, longerIntervalAfter, greaterInterval }: Pace,
): number {
  const isLonger = longerIntervalAfter > 0 && greaterInterval > 0 && k % longerIntervalAfter === 0;
  return Math.max(LEAST_WAIT_S, isLonger ? Math.max(messageInterval, greaterInterval) : messageInterval);
}

/** Seconds from the first recipient to the last; the random factor of every wait evens out. */
export function durationOf(recipients: number, pace: Pace): number {
  const waits = Math.max(0, recipients - 1);
  const every = pace.longerIntervalAfter;
  const longer = every > 0 ? Math.floor(waits / every) : 0;
  // `every` itself is the first number that takes the longer wait, when there is one.
  return (waits - longer) * plainWait(pace) + longer * waitAfter(Math.max(1, every), pace);
}

const plainWait = ({ messageInterval }: Pace) => Math.max(LEAST_WAIT_S, messageInterval);

/** What `GET /campaign-settings` answered, as values. */
export function readSettings(
  rows: readonly { readonly key: CampaignSettingKey; readonly value: string }[],
): Pace & {
  readonly variables: readonly Variable[];
} {
  const found = new Map(rows.map(({ key, value }) => [key, parsed(value)]));
  const number = (key: CampaignSettingKey, fallback: number) => Number(found.get(key) ?? fallback);
  const variables = found.get("variables");
  return {
    messageInterval: number("messageInterval", 20),
    longerIntervalAfter: number("longerIntervalAfter", 20),
    greaterInterval: number("greaterInterval", 60),
    variables: Array.isArray(variables) ? (variables as Variable[]) : [],
  };
}

function parsed(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

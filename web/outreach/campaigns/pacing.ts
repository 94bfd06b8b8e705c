import type { CampaignSettingKey } from "#outreach/campaigns/settings/contract.ts";

/**
 * The pace of campaigns and their other settings (docs/rules/campaigns.md#pacing,
 * docs/rules/settings.md#campaign-settings).
 */
export interface Pace {
  /** Wait between two recipients, s. */
  readonly messageInterval: number;
  /** Number of messages before the longer wait. */
  readonly longerIntervalAfter: number;
  /** Length of the longer wait, s. */
  readonly greaterInterval: number;
}
/** A variable that the company defines for campaign texts. */
export interface Variable {
  readonly key: string;
  readonly value: string;
}

/** Minimum wait, s. */
const MIN_WAIT_S = 1;

/** Seconds between the k-th recipient (k from 1) and the next, without the random factor. */
export function waitAfter(
  k: number,
  { messageInterval, longerIntervalAfter, greaterInterval }: Pace,
): number {
  const isLonger = longerIntervalAfter > 0 && greaterInterval > 0 && k % longerIntervalAfter === 0;
  return Math.max(MIN_WAIT_S, isLonger ? Math.max(messageInterval, greaterInterval) : messageInterval);
}

/** Seconds from the first recipient to the last; the random factors average out. */
export function durationOf(recipients: number, pace: Pace): number {
  const waits = Math.max(0, recipients - 1);
  const every = pace.longerIntervalAfter;
  const longer = every > 0 ? Math.floor(waits / every) : 0;
  // All longer waits are equal; the first one follows recipient number `every`.
  return (waits - longer) * plainWait(pace) + longer * waitAfter(Math.max(1, every), pace);
}

const plainWait = ({ messageInterval }: Pace) => Math.max(MIN_WAIT_S, messageInterval);

/** Parses the answer of `GET /campaign-settings`. */
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

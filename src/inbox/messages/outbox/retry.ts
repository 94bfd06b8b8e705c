/** Pauses between retries after network errors, ms (docs/rules/messages.md#outbox). */
const PAUSES_MS = [2000, 10_000, 30_000, 120_000, 600_000] as const;

export const LONGEST_PAUSE_MS = Math.max(...PAUSES_MS);

/** Milliseconds until the retry after the n-th failure; null = no more retries. */
export const pauseAfter = (failures: number): number | null => PAUSES_MS[failures - 1] ?? null;

/**
 * A send that is not accepted within this time is repeated under the same id, ms. Normally the network accepts within
 * seconds.
 */
export const ACCEPTED_WITHIN_MS = 60_000;

const DAY_MS = 24 * 60 * 60_000;
/**
 * How long a row of a person or the system may wait for its connection, ms. Scheduled messages, the API and campaigns have their own
 * limits. Messages to contacts who never wrote may have been held, and wait for up to `HELD_MS`; so do all under a temporary ban.
 */
export const MAX_WAIT_MS = DAY_MS;
/** Maximum wait of messages that are held by a restriction of the number or a check of the network, ms; messages of bots wait `BOT_MS`. */
export const HELD_MS = 7 * DAY_MS;
export const BOT_MS = 10 * 60_000;
const BOTS: readonly string[] = ["bot", "ai"];

/** Returns whether an expired row is cancelled without an error: only bot replies are; all other rows fail. */
export const isBot = (source: string): boolean => BOTS.includes(source);

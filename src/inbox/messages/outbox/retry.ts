/** Pauses between tries on network trouble, ms (docs/rules/messages.md#outbox). */
const PAUSES_MS = [2000, 10_000, 30_000, 120_000, 600_000] as const;

/** When a row that failed for the `failures`-th time goes again (ms from now); null = not any more. */
export const pauseAfter = (failures: number): number | null => PAUSES_MS[failures - 1] ?? null;

/** The network accepts within seconds; without a word for this long the row is handed over again, same id. */
export const ACCEPTED_WITHIN_MS = 60_000;

const DAY_MS = 24 * 60 * 60_000;
const BOT_MS = 10 * 60_000;
const BOTS: readonly string[] = ["bot", "ai"];

/**
 * How long a row may wait for its connection, ms: people's and the product's texts a day, a bot's answer ten
 * minutes; what is planned (schedules, API, campaigns) has rules of its own.
 */
export function maxWaitMs(row: { readonly source: string; readonly priority: number }): number | null {
  if (BOTS.includes(row.source)) return BOT_MS;
  return row.priority <= 1 ? DAY_MS : null;
}
/** A late answer of a bot is not sent and not mourned; everything else failed. */
export const isBot = (source: string): boolean => BOTS.includes(source);

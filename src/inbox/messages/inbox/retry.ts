/** Pauses after a failed attempt, ms (docs/rules/inbound.md#journal-and-chat-order). */
const PAUSES_MS = [1000, 5000, 30_000, 300_000, 1_800_000] as const;
/** An event that failed this often no longer blocks the events behind it in its chat. */
export const BLOCKING_ATTEMPTS = 3;

/** Milliseconds until the retry after the n-th failure; null = never. */
export const pauseAfter = (failures: number): number | null => PAUSES_MS[failures - 1] ?? null;

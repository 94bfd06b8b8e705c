/** Pauses after a failed attempt, ms (docs/rules/inbound.md#journal-and-chat-order). */
const PAUSES_MS = [1000, 5000, 30_000, 300_000, 1_800_000] as const;
/** So many failures hold the lane; later ones let the rows behind pass. */
export const BLOCKING_ATTEMPTS = 3;

/** When an event that failed for the `failures`-th time is tried again (ms from now); null = never. */
export const pauseAfter = (failures: number): number | null => PAUSES_MS[failures - 1] ?? null;

/** The first code of a start lives a minute, the next two 20 s (times of the WhatsApp network), ms. */
const FIRST_CODE_MS = 60_000;
const NEXT_CODE_MS = 20_000;
/** How long the server waits for a typed code (docs/rules/connections.md#states), ms. */
export const TYPED_CODE_MS = 120_000;

/** How long a QR code is good for, ms; `attempt` counts from 1. */
export function codeLife(attempt: number): number {
  return attempt <= 1 ? FIRST_CODE_MS : NEXT_CODE_MS;
}

/**
 * Whole seconds a code that lives `lifeMs` is still good for. `shownAt` is when it reached this page, by this page's
 * clock; the server's clock may differ, so it is not asked.
 */
export function secondsLeft(lifeMs: number, shownAt: number, now: number): number {
  return Math.max(0, Math.ceil((shownAt + lifeMs - now) / 1000));
}

/** The first code of a start lives a minute, the next two 20 s (times of the WhatsApp network), ms. */
const FIRST_CODE_MS = 60_000;
const NEXT_CODE_MS = 20_000;

/** How long a code is good for, ms; `attempt` counts from 1. */
export function codeLife(attempt: number): number {
  return attempt <= 1 ? FIRST_CODE_MS : NEXT_CODE_MS;
}

/**
 * Whole seconds a code is still good for. `shownAt` is when it reached this page, by this page's clock; the
 * server's clock may differ, so it is not asked.
 */
export function secondsLeft(attempt: number, shownAt: number, now: number): number {
  return Math.max(0, Math.ceil((shownAt + codeLife(attempt) - now) / 1000));
}

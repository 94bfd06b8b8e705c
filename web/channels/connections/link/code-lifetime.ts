/** Lifetime of the first QR code; the next two are valid for 20 s (a rule of the WhatsApp network). */
const FIRST_CODE_MS = 60_000;
const NEXT_CODE_MS = 20_000;
/** Time for which the server waits for a typed code (docs/rules/connections.md#states). */
export const PAIRING_CODE_MS = 120_000;

/** Lifetime of a QR code, ms; `attempt` counts from 1. */
export function qrLifetimeMs(attempt: number): number {
  return attempt <= 1 ? FIRST_CODE_MS : NEXT_CODE_MS;
}

/**
 * Remaining whole seconds of a code with a lifetime of `lifeMs`. `shownAt` is its arrival by this page's
 * clock: the server's clock may differ.
 */
export function remainingSeconds(lifeMs: number, shownAt: number, now: number): number {
  return Math.max(0, Math.ceil((shownAt + lifeMs - now) / 1000));
}

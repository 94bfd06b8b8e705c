/** Time before expiry at which a certificate is renewed, ms; for short-lived certificates a third of their validity. */
const RENEW_BEFORE_MS = 30 * 24 * 60 * 60_000;
/** Delay after the first failure, ms; doubled after each further failure. */
const FIRST_RETRY_MS = 5 * 60_000;
const LAST_RETRY_MS = 24 * 60 * 60_000;

/** State that decides about a renewal. */
export interface RenewalState {
  /** Null = no certificate yet. */
  readonly notBefore: number | null;
  readonly notAfter: number | null;
  /** Consecutive failures. */
  readonly failures: number;
  /** Earliest time of the next attempt. */
  readonly nextAt: number;
}

/** Time at which a certificate is due for renewal. */
export const renewAt = (notBefore: number, notAfter: number): number =>
  notAfter - Math.min(RENEW_BEFORE_MS, (notAfter - notBefore) / 3);

/** Half of the renewal period has passed without a renewal: an operator must check it. */
export const isLate = (notBefore: number, notAfter: number, nowMs: number): boolean =>
  nowMs >= (renewAt(notBefore, notAfter) + notAfter) / 2;

/** Whether to order a certificate now. */
export function isOrderDue(standing: RenewalState | null, nowMs: number): boolean {
  if (standing === null) return true;
  if (standing.failures > 0) return nowMs >= standing.nextAt;
  if (standing.notBefore === null || standing.notAfter === null) return true;
  return nowMs >= renewAt(standing.notBefore, standing.notAfter);
}

/** Back-off after consecutive failures, ms; at least the Retry-After of the authority. */
export const retryMs = (failures: number, askedMs: number): number =>
  Math.max(askedMs, Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1)));

/** Renewed so long before the end, ms; of short-lived certificates a third of their life. */
const RENEW_BEFORE_MS = 30 * 24 * 60 * 60_000;
/** After the first failure, ms; doubled with every further one. */
const FIRST_RETRY_MS = 5 * 60_000;
const LAST_RETRY_MS = 24 * 60 * 60_000;

/** What is known of a certificate of ours. */
export interface RenewalState {
  /** Null = there is none yet. */
  readonly notBefore: number | null;
  readonly notAfter: number | null;
  /** In a row. */
  readonly failures: number;
  /** Not before then again. */
  readonly nextAt: number;
}

/** When a certificate is to be renewed. */
export const renewAt = (notBefore: number, notAfter: number): number =>
  notAfter - Math.min(RENEW_BEFORE_MS, (notAfter - notBefore) / 3);

/** Half of the time for renewing it has passed, and nobody did: somebody has to look. */
export const isLate = (notBefore: number, notAfter: number, nowMs: number): boolean =>
  nowMs >= (renewAt(notBefore, notAfter) + notAfter) / 2;

/** Whether one is to be asked for now. */
export function isOrderDue(standing: RenewalState | null, nowMs: number): boolean {
  if (standing === null) return true;
  if (standing.failures > 0) return nowMs >= standing.nextAt;
  if (standing.notBefore === null || standing.notAfter === null) return true;
  return nowMs >= renewAt(standing.notBefore, standing.notAfter);
}

/** How long to wait after so many failures in a row; never shorter than the authority asks. */
export const retryMs = (failures: number, askedMs: number): number =>
  Math.max(askedMs, Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1)));

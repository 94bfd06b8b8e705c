/** A user with an open page usually sends the next request within this time, ms. */
const LATELY_MS = 250;

let lastAt = Number.NEGATIVE_INFINITY;

/** Called by the request handler for every request. */
export function noteRequest(): void {
  lastAt = performance.now();
}

/** Whether a request arrived within the last 250 ms; background work then uses short turns. */
export const hasRecentRequest = (): boolean => performance.now() - lastAt < LATELY_MS;

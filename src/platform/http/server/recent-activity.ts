/** Whoever looks at a page asks again within this time, ms. */
const LATELY_MS = 250;

let lastAt = Number.NEGATIVE_INFINITY;

/** Called by the front door for each request; the loop of a process is one, whoever asks. */
export function noteRequest(): void {
  lastAt = performance.now();
}

/** Whether somebody asked lately and is likely to ask again: then whoever works in the background takes short turns. */
export const hasRecentRequest = (): boolean => performance.now() - lastAt < LATELY_MS;

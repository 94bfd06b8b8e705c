/** Maximum attempts of a read while the server is busy, and the maximum wait between two, s. */
const TRIES = 3;
const LONGEST_S = 10;
const BUSY = new Set([429, 503]);

interface Refusal {
  readonly status: number;
  readonly body: unknown;
}

/**
 * Repeats a read that a busy server rejected (429 or 503 with `retryAfterSeconds`), so that users see a late list
 * instead of an error. Writes are never repeated: their caller shows the error.
 */
export async function retryBusy<Answer extends Refusal>(
  ask: () => Promise<Answer>,
  {
    signal,
    pause = pauseFor,
  }: { readonly signal?: AbortSignal | undefined; readonly pause?: typeof pauseFor } = {},
): Promise<Answer> {
  let answer = await ask();
  for (let tries = 1; tries < TRIES; tries += 1) {
    const seconds = secondsToWait(answer);
    if (seconds === null || signal?.aborted) break;
    // Random, so that pages that were rejected at the same time do not retry at the same time.
    await pause(seconds * 1000 * (1 + Math.random() / 2), signal);
    answer = await ask();
  }
  return answer;
}

function secondsToWait({ status, body }: Refusal): number | null {
  if (!BUSY.has(status) || typeof body !== "object" || body === null) return null;
  const { details } = body as { readonly details?: { readonly retryAfterSeconds?: unknown } };
  const seconds = details?.retryAfterSeconds;
  return typeof seconds === "number" && seconds <= LONGEST_S ? seconds : null;
}

/** Resolves early when the request is aborted; the next attempt then fails as aborted. */
function pauseFor(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      done();
    });
  });
}

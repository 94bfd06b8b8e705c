/** A read is repeated this often while the server is busy, and waits this long at most, s. */
const TRIES = 3;
const LONGEST_S = 10;
const BUSY = new Set([429, 503]);

interface Refusal {
  readonly status: number;
  readonly body: unknown;
}

/**
 * Repeats a read that a busy server refused (429 or 503 with `retryAfterSeconds`), so that people see a list a little
 * later and no error. Writes are never repeated: their caller shows why they were refused.
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
    // Pages that were refused together do not come back together.
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

/** Ends early when the call is cancelled; the next try then ends as cancelled. */
function pauseFor(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      done();
    });
  });
}

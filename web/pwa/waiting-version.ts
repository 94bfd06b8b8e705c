/** An installed service worker that waits until the pages of the older one are closed. */
export type WaitingWorker = Pick<ServiceWorker, "postMessage">;

/** Timeout for a worker's answer, ms. */
const ANSWER_TIMEOUT_MS = 2_000;

/** Path of the first script of the worker's version; null without an answer. */
function entryOf(worker: WaitingWorker): Promise<string | null> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => done(null), ANSWER_TIMEOUT_MS);
    const done = (entry: string | null) => {
      clearTimeout(timer);
      port1.close();
      resolve(entry);
    };
    port1.onmessage = ({ data }) => done(typeof data === "string" ? data : null);
    worker.postMessage("entry", [port2]);
  });
}

/**
 * Handles a waiting version. Pages come from the network first, so this page may already belong to it; then its worker
 * takes over at once. Otherwise `notify` tells the user to reload.
 */
export async function handleWaitingVersion(
  worker: WaitingWorker,
  ownEntry: string,
  notify: () => void,
): Promise<void> {
  const entry = await entryOf(worker);
  if (entry === null) return;
  if (entry === ownEntry) worker.postMessage("take-over");
  else notify();
}

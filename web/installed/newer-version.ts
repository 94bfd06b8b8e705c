/** A worker that is ready and waits for the older one's pages to be closed. */
export type Waiting = Pick<ServiceWorker, "postMessage">;

/** Longest time an answer of a worker is waited for, ms. */
const ANSWER_MS = 2_000;

/** Address of the first script of the worker's version, null when it does not say. */
function entryOf(worker: Waiting): Promise<string | null> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => done(null), ANSWER_MS);
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
 * What to do about a version that waits: this page may be of it already, since pages come from the network first; then
 * its worker takes over in silence. Else the person is told, and a reload brings it.
 */
export async function settleVersion(worker: Waiting, ownEntry: string, tell: () => void): Promise<void> {
  const entry = await entryOf(worker);
  if (entry === null) return;
  if (entry === ownEntry) worker.postMessage("take-over");
  else tell();
}

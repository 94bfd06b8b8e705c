import { relative } from "node:path";
import { installFastSignatures } from "#channels/connections/whatsapp/crypto/curve.ts";
import { installFastHashes } from "#channels/connections/whatsapp/crypto/hashes.ts";
import { keepSessionRecords } from "#channels/connections/whatsapp/crypto/session-records.ts";
import { separateSignalQueues } from "#channels/connections/whatsapp/crypto/signal-queues.ts";
import { guardDoors } from "#platform/db/durability/doors.ts";
import { createThreadDurability, type ThreadDurability } from "#platform/db/durability/thread.ts";
import { onChangedPath } from "#platform/db/ship/changed-paths.ts";
import { createPageCollector } from "#platform/db/ship/page-collector.ts";
import { lowerPriority } from "#platform/process/lower-priority.ts";
import type { Engine } from "./engine.ts";
import type { FromWorker, SessionShipping, ToWorker } from "./protocol.ts";

// Entry point of an engine worker, for the interpreted program and for the single binary.
declare const self: Worker;

let outgoing: FromWorker[] = [];
/**
 * Posts all messages of one turn of the event loop to the main thread together, because each post wakes that thread.
 */
const post = (message: FromWorker): void => {
  outgoing.push(message);
  postSoon();
};
let isPosting = false;
const postSoon = (): void => {
  if (isPosting) return;
  isPosting = true;
  setImmediate(() => {
    isPosting = false;
    const messages = outgoing;
    outgoing = [];
    const commits = durability?.collect();
    if (commits) messages.unshift({ type: "commits", ...commits });
    if (messages.length > 0) self.postMessage(messages);
  });
};
/** Present with a cluster or an archive. */
let durability: ThreadDurability | undefined;

/** From now on commits of this thread, and small files beside them, are posted to the main thread. */
function shipCommits({ directory, isRemote }: SessionShipping): ThreadDurability {
  const pathOf = (path: string) => relative(directory, path);
  const collector = createPageCollector(({ name }) => pathOf(name));
  const thread = createThreadDurability({ collector, isRemote, onCommit: postSoon });
  onChangedPath({ changed: (path) => thread.changed(pathOf(path)) });
  guardDoors(thread);
  return thread;
}
const { promise: engine, resolve: engineReady } = Promise.withResolvers<Engine>();

lowerPriority();
silenceConsole();
installFastSignatures();
installFastHashes();
keepSessionRecords();
separateSignalQueues();

// Baileys leaves some rejections unhandled when a socket ends; they must not end the other sessions.
process.on("unhandledRejection", (reason) => {
  const error = reason instanceof Error ? reason.message : String(reason);
  post({ type: "log", level: "info", message: "unhandled rejection in an engine worker", fields: { error } });
});

async function handle(message: ToWorker): Promise<void> {
  if (message.type === "configure") {
    if (message.config.shipping) durability = shipCommits(message.config.shipping);
    // The engine is loaded only now: the patches above must run first, and the main thread never loads Baileys.
    try {
      const { createEngine } = await import("./engine.ts");
      engineReady(createEngine(message.config, post));
    } catch (error) {
      // Without an engine no call would ever be answered: the worker throws, and the pool replaces it.
      queueMicrotask(() => {
        throw error;
      });
    }
    return;
  }
  if (message.type === "ping") return post({ type: "pong" });
  if (message.type === "durable") return durability?.answered(message);
  const ready = await engine;
  if (message.type === "accept") return ready.accept(message.key, message.batchId);
  const { id, key, name, args } = message;
  try {
    post({ type: "answer", id, answer: await ready.call(key, name, args) });
  } catch (error) {
    post({ type: "failure", id, message: error instanceof Error ? error.message : String(error) });
  }
}

self.onmessage = (event: MessageEvent<readonly ToWorker[]>) => {
  for (const message of event.data) void handle(message);
};

/**
 * Silences the console of this thread. libsignal prints whole session records, private keys included, each time a
 * session is renewed. The engine logs by messages to the main thread.
 */
export function silenceConsole(): void {
  const silent = (): void => {};
  for (const name of ["log", "info", "warn", "error", "debug", "trace", "dir"] as const)
    console[name] = silent;
}

import { walBackPressure } from "#platform/db/checkpoint/checkpoints.ts";
import type { Installation } from "#tenants/installation.ts";
import { noteDelivered, noteStored } from "./journal-backlog.ts";
import { keepFiles } from "./keep-files.ts";
import type { InboundBatch, ProviderEvents, SessionKey } from "./provider.ts";
import { InboxPort, ProviderPort } from "./provider-port.ts";
import { SessionsPort } from "./sessions/registry.ts";

/**
 * Pause in ms before events that could not be stored (disk full) are stored again; the driver holds them meanwhile.
 */
const RETRY_MS = 2000;

/**
 * The callbacks of a driver: session events are passed to the running session, batches to the durable inbox. A batch
 * is accepted once it is synced to disk. Later batches of the session wait behind a batch that could not be stored,
 * so that their order is preserved.
 */
export function createIntake(installation: Installation): ProviderEvents {
  const { ports, tenants, clock, log } = installation;
  const waiting = new Map<string, InboundBatch[]>();
  const nameOf = (key: SessionKey) => `${key.companyId}:${key.connectionId}`;

  const store = (key: SessionKey, batch: InboundBatch): boolean => {
    const fault = (error: unknown) =>
      log.error(
        { company: key.companyId, connection: key.connectionId, err: error },
        "inbound events not stored; retrying",
      );
    try {
      const safe = ports.use(InboxPort).store(tenants.open(key.companyId), key.connectionId, batch.events);
      // A batch that is stored but never synced is not accepted, so the driver delivers it again.
      noteStored(installation, key, batch);
      safe.then(() => ports.use(ProviderPort).accept(key, batch.id)).catch(fault);
      return true;
    } catch (error) {
      fault(error);
      return false;
    }
  };

  /** Back-pressure: wait while the WAL is too large. A company that cannot be opened is reported by `store`. */
  const crowded = ({ companyId }: SessionKey): Promise<void> | undefined => {
    try {
      return walBackPressure(tenants.open(companyId).db.$client);
    } catch {
      return undefined;
    }
  };
  /** Files are uploaded to the media storage first; this batch and those behind it wait meanwhile. */
  const keptBatches = new WeakSet<InboundBatch>();
  const keeping = (
    key: SessionKey,
    queue: InboundBatch[],
    batch: InboundBatch,
  ): Promise<void> | undefined => {
    if (installation.media === null || keptBatches.has(batch)) return undefined;
    try {
      return keepFiles(tenants.open(key.companyId), batch)?.then(
        (kept) => {
          keptBatches.add(kept);
          queue[0] = kept;
        },
        (error: unknown) => {
          log.error(
            { company: key.companyId, connection: key.connectionId, err: error },
            "files of received messages not stored; retrying",
          );
          return new Promise((done) => clock.after(RETRY_MS, () => done()));
        },
      );
    } catch {
      return undefined;
    }
  };
  const storeAll = (key: SessionKey): void => {
    const queue = waiting.get(nameOf(key));
    if (!queue) return;
    for (let batch = queue[0]; batch; batch = queue[0]) {
      const wait = crowded(key) ?? keeping(key, queue, batch);
      if (wait) return void wait.then(() => storeAll(key));
      if (!store(key, batch)) {
        clock.after(RETRY_MS, () => storeAll(key));
        return;
      }
      queue.shift();
    }
    waiting.delete(nameOf(key));
  };

  return {
    session: (key, event) =>
      ports.use(SessionsPort).find(key.companyId, key.connectionId)?.handleEvent(event),
    inbound(key, batch) {
      const queue = waiting.get(nameOf(key));
      if (queue) {
        // The driver repeats unaccepted batches; a batch that waits here is not queued twice.
        if (queue.some((other) => other.id === batch.id)) return;
        noteDelivered(installation, key, batch);
        queue.push(batch);
        return;
      }
      noteDelivered(installation, key, batch);
      waiting.set(nameOf(key), [batch]);
      storeAll(key);
    },
  };
}

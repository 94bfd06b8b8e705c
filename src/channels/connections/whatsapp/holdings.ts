import type { InboundBatch } from "#channels/connections/provider.ts";
import { reportMissing } from "#channels/connections/whatsapp/inbound/placeholder.ts";
import { createPump, type Pump } from "#channels/connections/whatsapp/inbound/pump.ts";
import type { Transfer } from "#channels/connections/whatsapp/media/transfer.ts";
import { openSessionStore, type SessionStore } from "#channels/connections/whatsapp/store/session-store.ts";
import type { WriteLog } from "./baileys-log.ts";
import { createFiles, type Files } from "./files.ts";
import type { Link } from "./link.ts";
import type { EngineConfig } from "./protocol.ts";

/** What a session has open from its first `start` until everything it heard was accepted. */
export interface Holdings {
  readonly store: SessionStore;
  readonly pump: Pump;
  readonly files: Files;
  close(): void;
}

export interface HoldingsPorts {
  readonly directory: string;
  readonly config: EngineConfig;
  readonly deliver: (batch: InboundBatch) => void;
  readonly onDrained: () => void;
  /** The link of the moment, whether it is open yet or not. */
  readonly link: () => Link | null;
  readonly mediaDirectory: () => string;
  readonly transfer: () => Transfer;
  readonly wantsHistory: () => boolean;
  readonly rejectsCalls: () => boolean;
  readonly onGroup: (jid: string) => void;
  readonly log: WriteLog;
  readonly now: () => number;
}

const SWEEP_EVERY_MS = 60 * 60 * 1000;

/** Opens the store, starts delivering what is left in it, and keeps house; throws as `openSessionStore`. */
export function openHoldings(ports: HoldingsPorts): Holdings {
  const { config, log, now } = ports;
  const store = openSessionStore(ports.directory, config.sealingKey, now);
  const abort = new AbortController();
  const openLink = () => {
    const link = ports.link();
    return link?.isOpen() ? link : null;
  };
  const files = createFiles({
    ...ports,
    store,
    link: openLink,
    signal: abort.signal,
    limit: config.timings.media,
  });
  const guard = (work: () => void): boolean => {
    const link = ports.link();
    if (link) return link.guard(work);
    try {
      work();
      return true;
    } catch (error) {
      log("error", "session storage failed", { error: (error as Error).message });
      return false;
    }
  };
  const pump = createPump(store, {
    ...ports,
    guard,
    fetchFile: files.fetch,
    importHistory: files.importHistory,
    rejectCall: (callId, from) =>
      void openLink()
        ?.sock.rejectCall(callId, from)
        .catch(() => {}),
    onError: (error) => log("warn", "an event waits for the next start", { error: (error as Error).message }),
    repeat: config.timings.repeat,
  });
  const housekeeping = setInterval(() => guard(keepHouse), config.timings.missing / 10);
  let swept = now();
  const keepHouse = () => {
    reportMissing(store, now());
    store.ease();
    if (now() - swept < SWEEP_EVERY_MS) return;
    swept = now();
    store.sweep();
  };
  return {
    store,
    pump,
    files,
    close() {
      clearInterval(housekeeping);
      pump.stop();
      abort.abort();
      store.close();
    },
  };
}

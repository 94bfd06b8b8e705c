import type { proto } from "@whiskeysockets/baileys";
import type { InboundBatch } from "#channels/connections/provider.ts";
import { JournalReader } from "#channels/connections/whatsapp/inbound/journal-reader.ts";
import { reportMissing } from "#channels/connections/whatsapp/inbound/placeholder.ts";
import { createFiles, type Files } from "#channels/connections/whatsapp/media/files.ts";
import type { Transfer } from "#channels/connections/whatsapp/media/transfer.ts";
import type { WriteLog } from "#channels/connections/whatsapp/socket/baileys-log.ts";
import type { EngineSocket } from "#channels/connections/whatsapp/socket/socket.ts";
import { openSessionStore, type SessionStore } from "#channels/connections/whatsapp/store/session-store.ts";
import type { EngineConfig } from "#channels/connections/whatsapp/threads/protocol.ts";

/**
 * Resources of a session, open from its first `start` until its socket has ended and the product has accepted every
 * received event.
 */
export interface SessionResources {
  readonly store: SessionStore;
  readonly reader: JournalReader;
  readonly files: Files;
  close(): void;
}

export interface SessionResourcesOptions {
  readonly directory: string;
  readonly config: EngineConfig;
  readonly deliver: (batch: InboundBatch) => void;
  readonly onDrained: () => void;
  /** The current socket, whether it is open yet or not. */
  readonly socket: () => EngineSocket | null;
  readonly mediaDirectory: () => string;
  readonly transfer: () => Transfer;
  readonly wantsHistory: () => boolean;
  readonly rejectsCalls: () => boolean;
  /** Called with the phone's answer to a request for older messages. */
  readonly onHistoryAnswer: (answer: proto.Message.IHistorySyncNotification) => void;
  readonly onGroup: (jid: string) => void;
  readonly log: WriteLog;
  readonly now: () => number;
}

const SWEEP_EVERY_MS = 60 * 60 * 1000;

/**
 * Opens the store, starts to deliver its undelivered events, and sweeps it regularly. Throws like `openSessionStore`.
 */
export function openSessionResources(ports: SessionResourcesOptions): SessionResources {
  const { config, log, now } = ports;
  const store = openSessionStore(ports.directory, config.sealingKey, now);
  const abort = new AbortController();
  const currentSocket = () => {
    const socket = ports.socket();
    return socket?.isOpen() ? socket : null;
  };
  const files = createFiles({
    ...ports,
    store,
    socket: currentSocket,
    signal: abort.signal,
    limit: config.timings.media,
  });
  const guard = (work: () => void): boolean => {
    const socket = ports.socket();
    if (socket) return socket.guard(work);
    try {
      work();
      return true;
    } catch (error) {
      log("error", "session storage failed", { error: (error as Error).message });
      return false;
    }
  };
  const reader = new JournalReader(store, {
    ...ports,
    guard,
    fetchFile: files.fetch,
    importHistory: files.importHistory,
    rejectCall: (callId, from) =>
      void currentSocket()
        ?.sock.rejectCall(callId, from)
        .catch(() => {}),
    onError: (error) => log("warn", "inbound event not delivered", { error: (error as Error).message }),
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
    reader,
    files,
    close() {
      clearInterval(housekeeping);
      reader.stop();
      abort.abort();
      store.close();
    },
  };
}

import type { proto, WAMessage, WASocket } from "@whiskeysockets/baileys";
import type { ReceivedFile } from "#channels/connections/provider.ts";
import {
  HistoryTooLarge,
  journalHistory,
  readHistory,
} from "#channels/connections/whatsapp/inbound/history.ts";
import { isOnDemand } from "#channels/connections/whatsapp/inbound/history-requests.ts";
import type { WriteLog } from "#channels/connections/whatsapp/socket/baileys-log.ts";
import type { EngineSocket } from "#channels/connections/whatsapp/socket/socket.ts";
import type { MediaReference } from "#channels/connections/whatsapp/store/media-references.ts";
import type { SessionStore } from "#channels/connections/whatsapp/store/session-store.ts";
import { downloadToFile, downloadToMemory } from "./download.ts";
import { type Transfer, TransferRefused } from "./transfer.ts";

/** Downloads the files of messages and histories. */
export interface Files {
  /** Null when the file cannot be downloaded now. */
  fetch(reference: MediaReference, handle: string): Promise<ReceivedFile | null>;
  /** Tries again to download a missing file. */
  retry(handle: string): Promise<ReceivedFile | null>;
  /**
   * Downloads old messages and writes them into the journal. The answer to a request for older messages is not written
   * but passed to `onHistoryAnswer`.
   */
  importHistory(notification: proto.Message.IHistorySyncNotification): Promise<void>;
  /**
   * Reads the answer to a request for older messages. `host` returns the simulator's media host, which an answer does
   * not contain.
   */
  readAnswer(
    notification: proto.Message.IHistorySyncNotification,
    host: () => Promise<string | null>,
  ): Promise<proto.IHistorySync>;
}

export interface FilesPorts {
  readonly onHistoryAnswer: (answer: proto.Message.IHistorySyncNotification) => void;
  readonly store: SessionStore;
  readonly mediaDirectory: () => string;
  readonly transfer: () => Transfer;
  readonly wantsHistory: () => boolean;
  readonly socket: () => EngineSocket | null;
  /** Aborted when the session is retired. */
  readonly signal: AbortSignal;
  /** Time limit of one transfer, ms. */
  readonly limit: number;
  readonly log: WriteLog;
  readonly now: () => number;
}

export function createFiles(ports: FilesPorts): Files {
  const { store, log, limit } = ports;
  const options = () => ({
    transfer: ports.transfer(),
    signal: AbortSignal.any([ports.signal, AbortSignal.timeout(limit)]),
  });
  const load = (reference: MediaReference, handle: string) =>
    downloadToFile(reference, handle, { ...options(), directory: ports.mediaDirectory() });

  const fetchFile = async (reference: MediaReference, handle: string): Promise<ReceivedFile | null> => {
    try {
      return await load(reference, handle);
    } catch (error) {
      const gone = error instanceof TransferRefused && (error.status === 404 || error.status === 410);
      const socket = ports.socket();
      log("info", "a file could not be fetched", { error: (error as Error).message, handle });
      if (!gone || !socket) return null;
      // The media host keeps files for some weeks; the linked phone can upload the file again.
      const renewed = await requestReupload(socket.sock, reference, limit).catch(() => null);
      return renewed ? load(renewed, handle).catch(() => null) : null;
    }
  };
  return {
    fetch: fetchFile,
    async retry(handle) {
      const reference = store.media.find(handle);
      return reference && fetchFile(reference, handle);
    },
    async importHistory(notification) {
      if (isOnDemand(notification)) return ports.onHistoryAnswer(notification);
      if (!ports.wantsHistory()) return;
      try {
        const history = await readHistory(notification, (reference) =>
          downloadToMemory(reference, options()),
        );
        journalHistory(history, store, ports.now());
      } catch (error) {
        // Any other failure is tried again at the next start.
        if (!(error instanceof HistoryTooLarge)) throw error;
        log("warn", "a part of the history is too large and was dropped", {});
      }
    },
    readAnswer: (notification, host) =>
      readHistory(notification, async (reference) => {
        const { transfer } = options();
        const url = transfer.simulated ? `https://${await host()}/` : null;
        return downloadToMemory({ ...reference, url }, options());
      }),
  };
}

const FIELDS = {
  image: "imageMessage",
  video: "videoMessage",
  audio: "audioMessage",
  document: "documentMessage",
  sticker: "stickerMessage",
} as const;

/**
 * Requests that the phone uploads a file again which the media host has deleted. Rejects when the phone does not have it
 * any more or does not answer within `limit` ms.
 */
async function requestReupload(
  sock: WASocket,
  reference: MediaReference,
  limit: number,
): Promise<MediaReference | null> {
  if (reference.type === "md-msg-hist") return null;
  const { id, chat, participant, fromMe } = reference.message;
  const { mediaKey, directPath, url } = reference;
  const file = { mediaKey, directPath, url };
  const message: WAMessage = {
    key: { id, remoteJid: chat, fromMe, ...(participant === null ? {} : { participant }) },
    message: { [FIELDS[reference.type]]: file },
  };
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("the phone did not answer")), limit);
  try {
    await Promise.race([sock.updateMediaMessage(message), late]);
    return { ...reference, directPath: file.directPath, url: file.url };
  } finally {
    clearTimeout(timer);
  }
}

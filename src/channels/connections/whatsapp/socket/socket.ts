import {
  type AuthenticationCreds,
  makeWASocket,
  type WASocket,
  type WAVersion,
} from "@whiskeysockets/baileys";
import {
  createJournaledRepository,
  type Persist,
} from "#channels/connections/whatsapp/crypto/signal-repository.ts";
import { recordAcks } from "#channels/connections/whatsapp/inbound/acks.ts";
import { keepPhoneBook } from "#channels/connections/whatsapp/inbound/phone-book.ts";
import { type Envelopes, recordStanzas } from "#channels/connections/whatsapp/inbound/record.ts";
import { queueStanzas } from "#channels/connections/whatsapp/inbound/stanza-queue.ts";
import { sendAfterCommit } from "#channels/connections/whatsapp/outbound/frame-queue.ts";
import { createRelay, type Relay } from "#channels/connections/whatsapp/outbound/relay.ts";
import type { Route } from "#channels/connections/whatsapp/proxy/proxy.ts";
import { type Closing, closingOf } from "#channels/connections/whatsapp/session/close-reason.ts";
import { isCorruption } from "#channels/connections/whatsapp/store/database.ts";
import { fenceStore, SocketEnded } from "#channels/connections/whatsapp/store/fence.ts";
import { SessionDamaged } from "#channels/connections/whatsapp/store/seal.ts";
import type { SessionStore } from "#channels/connections/whatsapp/store/session-store.ts";
import type { EngineConfig } from "#channels/connections/whatsapp/threads/protocol.ts";
import type { WriteLog } from "./baileys-log.ts";
import { createKeyedQueues, type KeyedQueues } from "./keyed-queues.ts";
import { createProgress, type Progress } from "./progress.ts";
import { socketConfig } from "./socket-config.ts";
import { createWatchdog } from "./watchdog.ts";

/** Callbacks of a socket to its session. */
interface SocketEvents {
  readonly onQr: (qr: string) => void;
  readonly onPaired: () => void;
  readonly onOpen: () => void;
  readonly onAlive: (at: number) => void;
}

export interface SocketOptions {
  readonly store: SessionStore;
  readonly config: EngineConfig;
  readonly creds: AuthenticationCreds;
  readonly route: Route;
  readonly version: WAVersion | undefined;
  readonly importHistory: boolean;
  readonly events: SocketEvents;
  readonly log: WriteLog;
  readonly now: () => number;
}

/** One websocket to the network, from its opening to its end. */
export interface EngineSocket {
  readonly sock: WASocket;
  /** The store while this socket lives; throws SocketEnded afterwards. */
  readonly store: SessionStore;
  readonly relay: Relay;
  /** Tracks work of this socket, which is ended when some of it is stuck. */
  readonly progress: Progress;
  /** Keeps the order of sends per chat. */
  readonly sends: KeyedQueues;
  /** Ids of sends that had no recipient so far. */
  readonly hollow: Set<string>;
  isOpen(): boolean;
  /** Runs work on the store. When it fails the socket ends and nothing more is sent. False when it did not run. */
  guard(work: () => void): boolean;
  /** Ends the socket for a reason of ours. */
  end(closing: Closing): void;
  /** Resolves once, when the socket has ended completely. */
  readonly closed: Promise<Closing>;
}

/** Longest wait for Baileys to report the end of a socket that was cut. */
const CLOSE_LIMIT_MS = 5000;

interface RawSocket {
  readonly socket: { terminate(): void } | null;
}

/** Opens a Baileys socket with every repair of the engine around it. */
export function openSocket(wish: SocketOptions): EngineSocket {
  const { config, creds, events, now } = wish;
  const { promise: closed, resolve: settle } = Promise.withResolvers<Closing>();
  const envelopes: Envelopes = new WeakMap();
  const hollow = new Set<string>();
  const relay = createRelay();
  const progress = createProgress(config.timings.stuck);
  let verdict: Closing | null = null;
  let open = false;
  let failed = false;
  let over = false;
  let isProven = false;
  let begun = false;
  const store = fenceStore(wish.store, () => over || failed);

  let late: ReturnType<typeof setTimeout> | undefined;
  const finish = (closing: Closing) => {
    if (over) return;
    clearTimeout(late);
    open = false;
    watchdog.stop();
    // Without the flush Baileys discards what it has buffered.
    sock.ev.flush();
    over = true;
    mute(sock);
    settle(closing);
  };
  const end = (closing: Closing) => {
    const reason = verdict ?? closing;
    verdict = reason;
    // Baileys reads keys while it creates the socket; `begin` ends it right after.
    if (!begun) return;
    // Baileys reports the end after its own clean-up, which the next socket does not wait for.
    late ??= setTimeout(() => finish(reason), CLOSE_LIMIT_MS);
    void sock.end(new Error(reason.detail));
    // A polite close waits 30 s for an answer that may never come.
    (sock.ws as unknown as RawSocket).socket?.terminate();
  };
  const fail = (error: unknown) => {
    failed = true;
    if (begun) mute(sock);
    const detail = `session storage: ${(error as Error).message}`;
    const damaged = error instanceof SessionDamaged || isCorruption(error);
    end({ reason: damaged ? "session_damaged" : "network", detail });
  };
  const begin = () => {
    begun = true;
    if (failed) mute(sock);
    if (verdict) end(verdict);
  };
  const guard = (work: () => void): boolean => {
    if (failed || over) return false;
    try {
      work();
      return true;
    } catch (error) {
      fail(error);
      return false;
    }
  };
  const persist: Persist = async (work) => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof SocketEnded)) fail(error);
      // Baileys may take this as a message it cannot read; the socket is muted, so it cannot refuse that message.
      throw new SocketEnded();
    }
  };

  const get = (type: string, ids: string[]) => persist(() => readKeys(store, type, ids));
  const repository = createJournaledRepository(store, envelopes, {
    persist,
    get,
    missing: config.timings.missing,
    now,
  });
  const keys = { get, set: repository.commit };
  const sock = makeWASocket(socketConfig({ ...wish, store, keys, repository, relay }));
  relay.sendSideBySide(sock);
  sendAfterCommit(sock, repository.uncommitted);
  queueStanzas(sock, store, { guard, progress });
  recordStanzas(sock, store, envelopes, { guard, progress, missing: config.timings.missing, now });
  recordAcks(sock, store, { guard, hollow, now });
  keepPhoneBook(sock, store, guard);

  const watchdog = createWatchdog({
    keepAlive: config.timings.keepAlive,
    connect: config.timings.connect,
    onAlive: events.onAlive,
    onSilent: () => end({ reason: "network", detail: "no sign of life from the network" }),
    look: progress.look,
    onStuck: (detail) => end({ reason: "engine_stuck", detail }),
    now,
  });
  sock.ws.on("frame", (frame: unknown) => {
    // Stanzas come after the handshake; its own frames are bytes.
    isProven ||= !(frame instanceof Uint8Array);
    watchdog.heard();
  });
  sock.ws.on("unexpected-response", (_request: unknown, response: { statusCode?: number }) => {
    end({ reason: "network", detail: `HTTP ${response.statusCode ?? "error"} instead of a websocket` });
  });
  sock.ev.on("creds.update", () => guard(() => saveLinked(store, creds)));
  sock.ev.on("connection.update", (update) => {
    if (update.qr) events.onQr(update.qr);
    if (update.isNewLogin) events.onPaired();
    if (update.connection === "open") {
      open = true;
      watchdog.connected();
      guard(() => saveLinked(store, creds));
      events.onOpen();
    }
    if (update.connection === "close") {
      const isLinked = creds.account !== undefined;
      finish(verdict ?? closingOf(update.lastDisconnect?.error, { isLinked, isProven }));
    }
  });
  begin();
  const sends = createKeyedQueues(() => {});
  return { sock, store, relay, progress, sends, hollow, isOpen: () => open && !failed, guard, end, closed };
}

/** Makes Baileys treat the socket as closed from now on: nothing more is written to it. */
function mute({ ws }: WASocket): void {
  Object.defineProperty(ws, "isOpen", { value: false, configurable: true });
}

function readKeys(store: SessionStore, type: string, ids: readonly string[]): Record<string, never> {
  const found: Record<string, unknown> = {};
  for (const id of ids) {
    const value = store.keys.read(type, id);
    if (value !== undefined) found[id] = value;
  }
  // The values are what Baileys stored under this type before.
  return found as Record<string, never>;
}

/** Stores the identity once the phone has confirmed it; an unconfirmed one stays in memory and is lost with the socket. */
function saveLinked(store: SessionStore, creds: AuthenticationCreds): void {
  if (!creds.account) return;
  store.credentials.save(creds);
  store.saveOwn({ id: creds.me?.id ?? null, lid: creds.me?.lid ?? null });
}

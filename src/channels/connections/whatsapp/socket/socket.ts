import {
  type AuthenticationCreds,
  makeWASocket,
  type WASocket,
  type WAVersion,
} from "@whiskeysockets/baileys";
import type { PasskeyStep } from "#channels/connections/provider/passkey.ts";
import type { AccountLimits } from "#channels/connections/provider.ts";
import { createJournaledRepository } from "#channels/connections/whatsapp/crypto/signal-repository.ts";
import { recordAcks } from "#channels/connections/whatsapp/inbound/acks.ts";
import { keepPhoneBook } from "#channels/connections/whatsapp/inbound/phone-book.ts";
import { type Envelopes, recordStanzas } from "#channels/connections/whatsapp/inbound/record.ts";
import { queueStanzas } from "#channels/connections/whatsapp/inbound/stanza-queue.ts";
import { watchLimits } from "#channels/connections/whatsapp/limits/limits.ts";
import { sendAfterCommit } from "#channels/connections/whatsapp/outbound/frame-queue.ts";
import { createRelay, type Relay } from "#channels/connections/whatsapp/outbound/relay.ts";
import { Passkey } from "#channels/connections/whatsapp/passkey/passkey.ts";
import type { Route } from "#channels/connections/whatsapp/proxy/proxy.ts";
import { type Closing, closingOf } from "#channels/connections/whatsapp/session/close-reason.ts";
import { fenceStore } from "#channels/connections/whatsapp/store/fence.ts";
import type { SessionStore } from "#channels/connections/whatsapp/store/session-store.ts";
import type { EngineConfig } from "#channels/connections/whatsapp/threads/protocol.ts";
import type { WriteLog } from "./baileys-log.ts";
import { closeListeners, type OnClosed } from "./close-listeners.ts";
import { createKeyedQueues, type KeyedQueues } from "./keyed-queues.ts";
import { createProgress, type Progress } from "./progress.ts";
import { createQrCodes } from "./qr-codes.ts";
import { browserFor, deviceTypeOf, socketConfig } from "./socket-config.ts";
import { SocketLife } from "./socket-life.ts";
import { createWatchdog, type Watchdog } from "./watchdog.ts";

/** Callbacks of a socket to its session. */
interface SocketEvents {
  readonly onQr: (qr: string) => void;
  /** The last QR code has expired. */
  readonly onQrExpired: () => void;
  readonly onPasskey: (step: PasskeyStep) => void;
  readonly onPaired: () => void;
  readonly onOpen: () => void;
  readonly onAlive: (at: number) => void;
  readonly onLimits: (limits: AccountLimits) => void;
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
  /** The store while this socket is open; throws SocketEnded afterwards. */
  readonly store: SessionStore;
  readonly relay: Relay;
  /** The passkey exchange of a link in progress. */
  readonly passkey: Passkey;
  /** Tracks work of this socket; the socket ends when some of it is stuck. */
  readonly progress: Progress;
  /** Runs the sends of each chat in order. */
  readonly sends: KeyedQueues;
  /** Ids of sends that had no recipient so far. */
  readonly hollow: Set<string>;
  isOpen(): boolean;
  /** Runs work on the store; false when it did not run. When it fails, the socket ends and sends nothing more. */
  guard(work: () => void): boolean;
  /** Ends the socket from this side, with the given reason. */
  end(closing: Closing): void;
  /** Resolves once, when the socket has ended completely. */
  readonly closed: Promise<Closing>;
  readonly onClosed: OnClosed;
}

/** Opens a Baileys socket and installs the engine's changes to it. */
export function openSocket(wish: SocketOptions): EngineSocket {
  const { config, creds, events, now } = wish;
  const envelopes: Envelopes = new WeakMap();
  const hollow = new Set<string>();
  const progress = createProgress(config.timings.stuck);
  const relay = createRelay(progress);
  const life = new SocketLife();
  const { guard, persist } = life;
  const store = fenceStore(wish.store, () => !life.mayUseStore);

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
  sendAfterCommit(sock, repository.uncommitted, (error) =>
    life.end({ reason: "network", detail: `frames not sent: ${error.message}` }),
  );
  queueStanzas(sock, store, { guard, progress, now });
  recordStanzas(sock, store, envelopes, { guard, progress, missing: config.timings.missing, now });
  recordAcks(sock, store, { guard, hollow, now });
  keepPhoneBook(sock, store, guard);
  watchLimits(sock, events.onLimits);

  const watchdog = createWatchdog({
    keepAlive: config.timings.keepAlive,
    connect: config.timings.connect,
    onAlive: events.onAlive,
    onSilent: () => life.end({ reason: "network", detail: "no sign of life from the network" }),
    look: progress.look,
    onStuck: (detail) => life.end({ reason: "engine_stuck", detail }),
    now,
  });
  watchFrames(sock, creds, life, watchdog);
  const save = () => guard(() => saveLinked(store, creds));
  sock.ev.on("creds.update", save);
  const { passkey, codes } = followLink(sock, life, wish);
  sock.ev.on("connection.update", (update) => {
    if (update.isNewLogin) {
      codes.stop();
      passkey.paired();
      events.onPaired();
    }
    if (update.connection !== "open") return;
    life.opened();
    watchdog.connected();
    save();
    events.onOpen();
  });
  life.begin(sock, () => {
    watchdog.stop();
    codes.stop();
    passkey.stop();
  });
  return {
    ...{ sock, store, relay, passkey, progress, hollow, guard, closed: life.closed },
    sends: createKeyedQueues(() => {}),
    isOpen: () => life.isOpen,
    end: (closing) => life.end(closing),
    onClosed: closeListeners(life.closed),
  };
}

/** Shows QR codes, and runs the passkey exchange if the account requires one. */
function followLink(sock: WASocket, life: SocketLife, { config, creds, events, ...wish }: SocketOptions) {
  const browser = browserFor(wish.importHistory);
  const codes = createQrCodes(sock, creds, {
    browser,
    lifeMs: config.timings.qr,
    onQr: events.onQr,
    onExpired: events.onQrExpired,
  });
  const passkey = new Passkey(sock, creds, {
    timings: config.timings,
    deviceType: deviceTypeOf(browser),
    onStep(step) {
      codes.stop();
      events.onPasskey(step);
    },
    onEnd: (reason, detail) => life.end({ reason, detail }),
    now: wish.now,
  });
  return { codes, passkey };
}

/** Reports frames to the watchdog, and the end of the socket with its reason. */
function watchFrames(sock: WASocket, creds: AuthenticationCreds, life: SocketLife, watchdog: Watchdog): void {
  let isProven = false;
  sock.ws.on("frame", (frame: unknown) => {
    // Stanzas come after the handshake, whose own frames are bytes: the server has proved its identity.
    isProven ||= !(frame instanceof Uint8Array);
    watchdog.heard();
  });
  sock.ws.on("unexpected-response", (_request: unknown, response: { statusCode?: number }) => {
    life.end({ reason: "network", detail: `HTTP ${response.statusCode ?? "error"} instead of a websocket` });
  });
  sock.ev.on("connection.update", ({ connection, lastDisconnect }) => {
    if (connection !== "close") return;
    const isLinked = creds.account !== undefined;
    life.finish(closingOf(lastDisconnect?.error, { isLinked, isProven }));
  });
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

/** Stores the credentials once the phone has confirmed the link; until then they are in memory and lost with the socket. */
function saveLinked(store: SessionStore, creds: AuthenticationCreds): void {
  if (!creds.account) return;
  store.credentials.save(creds);
  store.saveOwn({ id: creds.me?.id ?? null, lid: creds.me?.lid ?? null });
}

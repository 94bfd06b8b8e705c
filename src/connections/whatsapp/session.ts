import { initAuthCreds } from "@whiskeysockets/baileys";
import type { InboundBatch, SessionEvent, StartOptions } from "#connections/provider.ts";
import { type GroupWatch, watchGroups } from "#connections/whatsapp/inbound/groups.ts";
import { reportMissing } from "#connections/whatsapp/inbound/placeholder.ts";
import { createPump, type Pump } from "#connections/whatsapp/inbound/pump.ts";
import { createTransfer, type Transfer } from "#connections/whatsapp/media/transfer.ts";
import { SessionDamaged } from "#connections/whatsapp/store/damaged.ts";
import { openSessionStore, type SessionStore } from "#connections/whatsapp/store/session-store.ts";
import type { WriteLog } from "./baileys-log.ts";
import type { Closing } from "./close-reason.ts";
import { createFiles, type Files } from "./files.ts";
import { type Link, openLink } from "./link.ts";
import { createLinking, type Linking } from "./linking.ts";
import type { EngineConfig } from "./protocol.ts";
import { openRoute, type Route } from "./proxy.ts";

/** What a session tells the product. */
export interface SessionPorts {
  readonly config: EngineConfig;
  readonly emit: (event: SessionEvent) => void;
  readonly deliver: (batch: InboundBatch) => void;
  /** The session holds nothing any more; a new `start` needs a new session. */
  readonly onRetired: () => void;
  readonly log: WriteLog;
  readonly now: () => number;
}

/** One connection's life in the worker: its store, its leftovers, its links one after the other. */
export interface Session {
  start(options: StartOptions): Promise<void>;
  /** Ends the link and waits until nothing is in flight; credentials stay. */
  stop(): Promise<void>;
  /** Takes this device off the phone's list if it can, and erases the identity. */
  logout(): Promise<void>;
  accept(batchId: number): void;
  rejectCalls(reject: boolean): void;
  /** The link when it is open for sending. */
  openLink(): Link | null;
  /** Store and files, while the session is not retired. */
  parts(): { readonly store: SessionStore; readonly files: Files; readonly transfer: Transfer } | null;
  /** Lets `stop` wait for this. */
  track<T>(work: Promise<T>): Promise<T>;
}

/** What is open from the first `start` until everything heard has been accepted. */
interface Holdings {
  readonly store: SessionStore;
  readonly pump: Pump;
  readonly files: Files;
  readonly abort: AbortController;
  readonly housekeeping: ReturnType<typeof setInterval>;
}

const LOGOUT_LIMIT_MS = 10_000;
const SWEEP_EVERY_MS = 60 * 60 * 1000;

export function createSession(ports: SessionPorts): Session {
  const { config, emit, log, now } = ports;
  const { timings } = config;
  const inFlight = new Set<Promise<unknown>>();
  let options: StartOptions | null = null;
  let holdings: Holdings | null = null;
  let link: Link | null = null;
  let groups: GroupWatch | null = null;
  let route: Route | null = null;
  let running: Promise<void> | null = null;
  /** Why we end it ourselves; wins over what the network says at the same moment. */
  let ending: Closing | null = null;
  let erasing = false;
  let rejecting = false;

  const transfer = () => createTransfer(route?.mediaProxy ?? null, config.mediaAuthority);
  const current = () => (link?.isOpen() ? link : null);

  const hold = (directory: string): Holdings => {
    const store = openSessionStore(directory, config.sealingKey, now);
    const abort = new AbortController();
    const files = createFiles({
      store,
      directory: () => options?.mediaDirectory ?? directory,
      transfer,
      wantsHistory: () => options?.importHistory === true,
      link: current,
      signal: abort.signal,
      limit: timings.media,
      log,
      now,
    });
    const guard = (work: () => void) => {
      if (link) return link.guard(work);
      try {
        work();
      } catch (error) {
        log("error", "session storage failed", { error: (error as Error).message });
      }
    };
    const pump = createPump(store, {
      deliver: ports.deliver,
      fetchFile: files.fetch,
      importHistory: files.importHistory,
      rejectCall: (callId, from) =>
        void current()
          ?.sock.rejectCall(callId, from)
          .catch(() => {}),
      rejectsCalls: () => rejecting,
      onGroup: (jid) => groups?.seen(jid),
      onDrained: () => void retireWhenIdle(),
      guard,
      onError: (error) =>
        log("warn", "an event waits for the next start", { error: (error as Error).message }),
      repeat: timings.repeat,
      now,
    });
    let swept = now();
    const housekeeping = setInterval(
      () =>
        guard(() => {
          reportMissing(store, now());
          if (now() - swept < SWEEP_EVERY_MS) return;
          swept = now();
          store.sweep();
        }),
      timings.missing / 10,
    );
    return { store, pump, files, abort, housekeeping };
  };

  const retire = () => {
    if (!holdings) return;
    const { store, pump, abort, housekeeping } = holdings;
    holdings = null;
    clearInterval(housekeeping);
    pump.stop();
    abort.abort();
    store.close();
    ports.onRetired();
  };
  const retireWhenIdle = () => {
    if (!running && holdings?.pump.drained()) retire();
  };

  const run = async (held: Holdings, wish: StartOptions): Promise<void> => {
    let closing: Closing;
    let linking: Linking | null = null;
    try {
      route = await openRoute(wish.proxyUrl);
      linking = createLinking({
        pairingNumber: wish.pairingNumber,
        requestCode: (number) =>
          link ? link.sock.requestPairingCode(number) : Promise.reject(new Error("no link")),
        emit,
        end: (reason, detail) => link?.end({ reason, detail }),
        limit: timings.pairing,
      });
      closing = await linkUntilClosed(held, wish, linking);
    } catch (error) {
      closing = closingOfFailure(error);
    }
    linking?.stop();
    route?.close();
    route = null;
    running = null;
    if (erasing) held.store.erase();
    emit({ type: "closed", ...(ending ?? closing) });
    retireWhenIdle();
  };

  const linkUntilClosed = async (held: Holdings, wish: StartOptions, linking: Linking): Promise<Closing> => {
    const { store } = held;
    for (;;) {
      let paired = false;
      const creds = store.credentials.read() ?? initAuthCreds();
      link = openLink({
        store,
        config,
        creds,
        route: route ?? (await openRoute(undefined)),
        importHistory: wish.importHistory === true,
        events: {
          onQr: linking.onQr,
          onPaired: () => {
            paired = true;
            linking.onPaired();
          },
          onOpen: () => {
            linking.onOpen();
            const own = store.own();
            const identities = store.directory.describe(own.id, own.lid);
            emit({ type: "open", identities, name: creds.me?.name ?? null });
          },
          onAlive: (at) => emit({ type: "alive", at }),
        },
        log,
        now,
      });
      groups = watchGroups(link.sock, store, { guard: link.guard, now });
      if (ending) link.end(ending);
      const closing = await link.closed;
      link = null;
      groups = null;
      // The network asks for a fresh start right after a link was made; everything later is the caller's.
      if (!(paired && closing.reason === "restart_required" && !ending)) return closing;
    }
  };

  const endBecause = async (closing: Closing): Promise<void> => {
    ending = closing;
    link?.end(closing);
    await running;
  };
  const waitFor = async (work: Promise<unknown>, limit: number): Promise<void> => {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, limit);
    await Promise.race([work.catch(() => {}), late.promise]);
    clearTimeout(timer);
  };

  return {
    async start(wish) {
      if (running) return;
      options = wish;
      rejecting = wish.rejectCalls;
      ending = null;
      erasing = false;
      try {
        holdings ??= hold(wish.directory);
        holdings.store.keys.reset();
      } catch (error) {
        emit({ type: "closed", ...closingOfFailure(error) });
        ports.onRetired();
        return;
      }
      running = run(holdings, wish);
    },
    async stop() {
      await waitFor(Promise.allSettled(inFlight), timings.stop);
      if (running) await endBecause({ reason: "stopped", detail: "stopped" });
      await holdings?.pump.settle(timings.stop);
      retire();
    },
    async logout() {
      if (!running) return;
      const open = current();
      if (open) await waitFor(removeFromPhone(open), LOGOUT_LIMIT_MS);
      erasing = true;
      await endBecause({ reason: "stopped", detail: "logged out" });
    },
    accept: (batchId) => holdings?.pump.accept(batchId),
    rejectCalls(reject) {
      rejecting = reject;
    },
    openLink: current,
    parts: () => holdings && { store: holdings.store, files: holdings.files, transfer: transfer() },
    track(work) {
      const tracked = work.finally(() => inFlight.delete(tracked));
      inFlight.add(tracked);
      return tracked;
    },
  };
}

function closingOfFailure(error: unknown): Closing {
  const { message } = error as Error;
  if (error instanceof SessionDamaged) return { reason: "session_damaged", detail: message };
  return { reason: "network", detail: message };
}

async function removeFromPhone({ sock, closed }: Link): Promise<void> {
  const jid = sock.authState.creds.me?.id ?? "";
  const content = [{ tag: "remove-companion-device", attrs: { jid, reason: "user_initiated" } }];
  const attrs = { to: "s.whatsapp.net", type: "set", xmlns: "md" };
  await Promise.race([sock.query({ tag: "iq", attrs, content }), closed]);
}

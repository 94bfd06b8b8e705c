import type { InboundBatch, SessionEvent, StartOptions } from "#channels/connections/provider.ts";
import type { GroupWatch } from "#channels/connections/whatsapp/inbound/groups.ts";
import type { Files } from "#channels/connections/whatsapp/media/files.ts";
import { createTransfer, type Transfer } from "#channels/connections/whatsapp/media/transfer.ts";
import { openRoute, type Route } from "#channels/connections/whatsapp/proxy/proxy.ts";
import type { WriteLog } from "#channels/connections/whatsapp/socket/baileys-log.ts";
import { runSocket } from "#channels/connections/whatsapp/socket/run-socket.ts";
import type { EngineSocket } from "#channels/connections/whatsapp/socket/socket.ts";
import { withTimeout } from "#channels/connections/whatsapp/socket/with-timeout.ts";
import { SessionDamaged } from "#channels/connections/whatsapp/store/seal.ts";
import type { SessionStore } from "#channels/connections/whatsapp/store/session-store.ts";
import type { EngineConfig } from "#channels/connections/whatsapp/threads/protocol.ts";
import type { ClientVersion } from "./client-version.ts";
import type { Closing } from "./close-reason.ts";
import { openSessionResources, type SessionResources } from "./session-resources.ts";

/** Callbacks of a session to the product. */
export interface SessionPorts {
  readonly config: EngineConfig;
  readonly version: ClientVersion;
  readonly emit: (event: SessionEvent) => void;
  readonly deliver: (batch: InboundBatch) => void;
  /** The session has nothing open any more; a new `start` needs a new session. */
  readonly onRetired: () => void;
  readonly log: WriteLog;
  readonly now: () => number;
}

/** One connection in the worker: its store, its undelivered events, and its sockets one after the other. */
export interface Session {
  start(options: StartOptions): Promise<void>;
  /** Ends the socket and waits until nothing is in flight; credentials stay. */
  stop(): Promise<void>;
  /** Removes this device from the phone's list if possible, and erases the identity. */
  logout(): Promise<void>;
  accept(batchId: number): void;
  rejectCalls(reject: boolean): void;
  /** The socket when it is open for sending. */
  currentSocket(): EngineSocket | null;
  /** Store and files, while the session is not retired. */
  parts(): { readonly store: SessionStore; readonly files: Files; readonly transfer: Transfer } | null;
  /** Makes `stop` wait for this. */
  track<T>(work: Promise<T>): Promise<T>;
}

const LOGOUT_LIMIT_MS = 10_000;

export function createSession(ports: SessionPorts): Session {
  const { config, emit, now, log } = ports;
  const { timings } = config;
  const inFlight = new Set<Promise<unknown>>();
  let options: StartOptions | null = null;
  let resources: SessionResources | null = null;
  let socket: EngineSocket | null = null;
  let groups: GroupWatch | null = null;
  let route: Route | null = null;
  let running: Promise<void> | null = null;
  /** Our own reason for ending; takes precedence over a reason of the network. */
  let ending: Closing | null = null;
  let erasing = false;
  let rejecting = false;

  const currentSocket = () => (socket?.isOpen() ? socket : null);
  const transfer = () => createTransfer(route?.mediaProxy ?? null, config);

  const hold = (directory: string): SessionResources =>
    openSessionResources({
      directory,
      config,
      deliver: ports.deliver,
      onDrained: () => retireWhenIdle(),
      socket: () => socket,
      mediaDirectory: () => options?.mediaDirectory ?? directory,
      transfer,
      wantsHistory: () => options?.importHistory === true,
      rejectsCalls: () => rejecting,
      onGroup: (jid) => groups?.seen(jid),
      log,
      now,
    });
  const retire = () => {
    const held = resources;
    if (!held) return;
    resources = null;
    held.close();
    ports.onRetired();
  };
  const retireWhenIdle = () => {
    if (!running && resources?.reader.drained()) retire();
  };

  const run = async (held: SessionResources, wish: StartOptions): Promise<void> => {
    let closing: Closing;
    try {
      route = await openRoute(wish.proxyUrl, wish.allowPrivateProxy === true);
      await ports.version.refresh();
      closing = await runSocket({
        store: held.store,
        config,
        wish,
        route,
        version: wish.clientVersion ? [...wish.clientVersion] : ports.version.current(),
        emit,
        ending: () => ending,
        onSocket(next, watch) {
          socket = next;
          groups = watch;
        },
        log,
        now,
      });
    } catch (error) {
      closing = closingOfFailure(error);
    }
    if (closing.reason === "version_refused") ports.version.refused();
    route?.close();
    route = null;
    running = null;
    if (erasing) held.store.erase();
    emit({ type: "closed", ...(ending ?? closing) });
    retireWhenIdle();
  };
  const endBecause = async (closing: Closing): Promise<void> => {
    ending = closing;
    socket?.end(closing);
    await running;
  };

  return {
    async start(wish) {
      if (running) return;
      options = wish;
      rejecting = wish.rejectCalls;
      ending = null;
      erasing = false;
      try {
        resources ??= hold(wish.directory);
        // The rows may have been wiped since they were cached.
        resources.store.keys.reset();
      } catch (error) {
        emit({ type: "closed", ...closingOfFailure(error) });
        ports.onRetired();
        return;
      }
      running = run(resources, wish);
    },
    async stop() {
      await withTimeout(timings.stop, Promise.allSettled(inFlight), null);
      if (running) await endBecause({ reason: "stopped", detail: "stopped" });
      await resources?.reader.settle(timings.stop);
      retire();
    },
    async logout() {
      if (!running) return;
      const open = currentSocket();
      if (open)
        await withTimeout(
          LOGOUT_LIMIT_MS,
          removeFromPhone(open).catch(() => {}),
          undefined,
        );
      erasing = true;
      await endBecause({ reason: "stopped", detail: "logged out" });
    },
    accept: (batchId) => resources?.reader.accept(batchId),
    rejectCalls(reject) {
      rejecting = reject;
    },
    currentSocket,
    parts: () => resources && { store: resources.store, files: resources.files, transfer: transfer() },
    track(work) {
      const tracked = work.finally(() => inFlight.delete(tracked));
      inFlight.add(tracked);
      return tracked;
    },
  };
}

function closingOfFailure(error: unknown): Closing {
  const { message } = error as Error;
  return { reason: error instanceof SessionDamaged ? "session_damaged" : "network", detail: message };
}

async function removeFromPhone({ sock, closed }: EngineSocket): Promise<void> {
  const jid = sock.authState.creds.me?.id ?? "";
  const content = [{ tag: "remove-companion-device", attrs: { jid, reason: "user_initiated" } }];
  const attrs = { to: "s.whatsapp.net", type: "set", xmlns: "md" };
  await Promise.race([sock.query({ tag: "iq", attrs, content }), closed]);
}

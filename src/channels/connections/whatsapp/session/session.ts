import type { InboundBatch, SessionEvent, StartOptions } from "#channels/connections/provider.ts";
import type { GroupWatch } from "#channels/connections/whatsapp/inbound/groups.ts";
import { createHistoryRequests } from "#channels/connections/whatsapp/inbound/history-requests.ts";
import type { Files } from "#channels/connections/whatsapp/media/files.ts";
import { createTransfer, type Transfer } from "#channels/connections/whatsapp/media/transfer.ts";
import type { Passkey } from "#channels/connections/whatsapp/passkey/passkey.ts";
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
  /** Called when the session has closed all its resources; a new `start` needs a new session. */
  readonly onRetired: () => void;
  readonly log: WriteLog;
  readonly now: () => number;
}

const LOGOUT_LIMIT_MS = 10_000;

/** One connection in the worker: its store, its undelivered events, and its sockets one after the other. */
export class Session {
  readonly #ports: SessionPorts;
  readonly #inFlight = new Set<Promise<unknown>>();
  #options: StartOptions | null = null;
  #resources: SessionResources | null = null;
  #socket: EngineSocket | null = null;
  #groups: GroupWatch | null = null;
  #route: Route | null = null;
  #running: Promise<void> | null = null;
  /** Our own reason for ending; takes precedence over a reason of the network. */
  #ending: Closing | null = null;
  #isErasing = false;
  #rejectsCalls = false;
  /** Requests to the phone for older messages that wait for their answer. */
  readonly historyRequests = createHistoryRequests();

  constructor(ports: SessionPorts) {
    this.#ports = ports;
  }

  async start(wish: StartOptions): Promise<void> {
    if (this.#running) return;
    this.#options = wish;
    this.#rejectsCalls = wish.rejectCalls;
    this.#ending = null;
    this.#isErasing = false;
    try {
      this.#resources ??= this.#openResources(wish.directory);
      // The rows may have been wiped since they were cached.
      this.#resources.store.keys.reset();
    } catch (error) {
      this.#ports.emit({ type: "closed", ...closingOfFailure(error) });
      this.#ports.onRetired();
      return;
    }
    this.#running = this.#run(this.#resources, wish);
  }

  /** Ends the socket and waits until no work is in flight; the credentials remain. */
  async stop(): Promise<void> {
    const limit = this.#ports.config.timings.stop;
    await withTimeout(limit, Promise.allSettled(this.#inFlight), null);
    if (this.#running) await this.#end({ reason: "stopped", detail: "stopped" });
    await this.#resources?.reader.settle(limit);
    this.#retire();
  }

  /** Removes this device from the phone's list of linked devices if possible, and erases the credentials. */
  async logout(): Promise<void> {
    if (!this.#running) return;
    const open = this.currentSocket();
    if (open)
      await withTimeout(
        LOGOUT_LIMIT_MS,
        removeFromPhone(open).catch(() => {}),
        undefined,
      );
    this.#isErasing = true;
    await this.#end({ reason: "stopped", detail: "logged out" });
  }

  accept(batchId: number): void {
    this.#resources?.reader.accept(batchId);
  }

  rejectCalls(reject: boolean): void {
    this.#rejectsCalls = reject;
  }

  /** The socket when it is open for sending. */
  currentSocket(): EngineSocket | null {
    return this.#socket?.isOpen() ? this.#socket : null;
  }

  /** The passkey exchange of the current socket. */
  passkey(): Passkey | null {
    return this.#socket?.passkey ?? null;
  }

  /** Store and files; null once the session is retired. */
  parts(): { readonly store: SessionStore; readonly files: Files; readonly transfer: Transfer } | null {
    if (!this.#resources) return null;
    const { store, files } = this.#resources;
    return { store, files, transfer: this.#transfer() };
  }

  /** Makes `stop` wait for `work`. */
  track<T>(work: Promise<T>): Promise<T> {
    const tracked = work.finally(() => this.#inFlight.delete(tracked));
    this.#inFlight.add(tracked);
    return tracked;
  }

  #transfer(): Transfer {
    return createTransfer(this.#route?.mediaProxy ?? null, this.#ports.config);
  }

  #openResources(directory: string): SessionResources {
    const { config, deliver, log, now } = this.#ports;
    return openSessionResources({
      ...{ directory, config, deliver, log, now },
      onDrained: () => this.#retireWhenIdle(),
      socket: () => this.#socket,
      mediaDirectory: () => this.#options?.mediaDirectory ?? directory,
      transfer: () => this.#transfer(),
      wantsHistory: () => this.#options?.importHistory === true,
      rejectsCalls: () => this.#rejectsCalls,
      onHistoryAnswer: this.historyRequests.answered,
      onGroup: (jid) => this.#groups?.seen(jid),
    });
  }

  #retire(): void {
    const resources = this.#resources;
    if (!resources) return;
    this.#resources = null;
    resources.close();
    this.#ports.onRetired();
  }

  #retireWhenIdle(): void {
    if (!this.#running && this.#resources?.reader.isDrained()) this.#retire();
  }

  async #run({ store }: SessionResources, wish: StartOptions): Promise<void> {
    const { version, emit } = this.#ports;
    const closing = await this.#runSocket(store, wish).catch(closingOfFailure);
    if (closing.reason === "version_refused") version.refused();
    this.#route?.close();
    this.#route = null;
    this.#running = null;
    if (this.#isErasing) store.erase();
    emit({ type: "closed", ...(this.#ending ?? closing) });
    this.#retireWhenIdle();
  }

  async #runSocket(store: SessionStore, wish: StartOptions): Promise<Closing> {
    const { config, version, emit, log, now } = this.#ports;
    const route = await openRoute(wish.proxyUrl, wish.allowPrivateProxy === true);
    this.#route = route;
    await version.refresh();
    return runSocket({
      ...{ store, config, wish, route, emit, log, now },
      version: wish.clientVersion ? [...wish.clientVersion] : version.current(),
      ending: () => this.#ending,
      onSocket: (socket, groups) => {
        this.#socket = socket;
        this.#groups = groups;
      },
    });
  }

  async #end(closing: Closing): Promise<void> {
    this.#ending = closing;
    this.#socket?.end(closing);
    await this.#running;
  }
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

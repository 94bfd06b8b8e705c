import { type ReadonlySignal, signal } from "@preact/signals-react";
import {
  type ClientFrame,
  type EventData,
  type ServerFrame,
  SOCKET_CLOSE,
  USER_STATUS_MS,
} from "#platform/realtime/contract.ts";
import { StreamCursor } from "./cursor.ts";
import { EventListeners } from "./event-listeners.ts";
import { ReconnectPolicy } from "./reconnect.ts";
import { Subscriptions } from "./subscriptions.ts";

/** `connecting` until the first connection, `online` while events arrive, `offline` while it reconnects. */
export type SocketState = "idle" | "connecting" | "online" | "offline";
/** The members of WebSocket that the page uses; tests pass their own implementation. */
export type SocketLike = Pick<WebSocket, "send" | "close" | "onopen" | "onmessage" | "onclose">;
export interface SocketOptions {
  readonly open: () => SocketLike;
  readonly token: () => string | null;
  /** Requests a new token; false when there is none. */
  readonly refresh: () => Promise<boolean>;
  readonly random?: () => number;
}

/**
 * The page's only websocket (docs/rules/realtime.md#frames): it authorizes, reconnects, continues at its cursor, and
 * reports when the data on screen must be loaded again. It is independent of tickets and users.
 */
export class LiveSocket {
  readonly #options: SocketOptions;
  readonly #state = signal<SocketState>("idle");
  readonly #listeners = new EventListeners();
  readonly #stream = new StreamCursor();
  readonly #reconnect: ReconnectPolicy;
  readonly #subscriptions = new Subscriptions((frame) => this.#send(frame));
  #socket: SocketLike | null = null;
  #isVisible = true;
  #presence: ReturnType<typeof setInterval> | undefined;

  readonly state: ReadonlySignal<SocketState> = this.#state;

  constructor(options: SocketOptions) {
    this.#options = options;
    this.#reconnect = new ReconnectPolicy({
      connect: () => this.#connect(),
      onSilence: () => {
        this.#drop();
        this.#retry();
      },
      random: options.random,
    });
  }

  /** Connects, and reconnects until `stop`. */
  start(): void {
    if (this.#state.peek() !== "idle") return;
    this.#state.value = "connecting";
    this.#presence = setInterval(() => this.#send({ t: "userStatus" }), USER_STATUS_MS);
    this.#connect();
  }

  /** Disconnects until the next `start`, for the logout. The cursor is reset; the listeners remain registered. */
  stop(): void {
    clearInterval(this.#presence);
    this.#drop();
    this.#stream.reset();
    this.#reconnect.reset();
    this.#state.value = "idle";
  }

  /** Reconnects at once instead of after the back-off: the network is available again, or the page is visible. */
  reconnectNow(): void {
    if (this.#state.peek() === "offline" && !this.#socket) this.#connect();
  }

  /** The browser reports that it is offline: reconnects without waiting for the heartbeat timeout. */
  connectionLost(): void {
    const state = this.#state.peek();
    if (state !== "online" && state !== "connecting") return;
    this.#drop();
    this.#retry();
  }

  /** Listens to a channel by its short name (`ticket` for `company-7-ticket`). Returns a function that removes the listener. */
  on(channel: string, listener: (data: EventData) => void): () => void {
    return this.#listeners.on(channel, listener);
  }

  /** Called when events may have been missed: load the data on screen again. */
  onResync(listener: () => void): () => void {
    return this.#listeners.resyncs.add(listener);
  }

  /** Called when the server refuses to let this user watch a ticket. */
  onDenied(listener: (ticketId: number) => void): () => void {
    return this.#listeners.denials.add(listener);
  }

  /** Called when the server ends the session. */
  onSessionEnded(listener: () => void): () => void {
    return this.#listeners.ended.add(listener);
  }

  /**
   * Watches a ticket: its messages, typing indicators and viewers, also after reconnects. The returned function stops
   * it.
   */
  watchTicket(ticketId: number): () => void {
    return this.#subscriptions.add({ t: "joinChatBox", ticketId }, { t: "leaveChatBox", ticketId });
  }

  /** Limits ticket events to the given ticket states. */
  joinTickets(status: string): () => void {
    return this.#subscriptions.add({ t: "joinTickets", status }, { t: "leaveTickets", status });
  }

  joinNotification(): () => void {
    return this.#subscriptions.add({ t: "joinNotification" }, { t: "leaveNotification" });
  }

  /** Reports that this user is typing in a ticket. */
  typing(ticketId: number): void {
    this.#send({ t: "typing", ticketId });
  }

  /** Reports whether the page is visible: while one is, the user's devices show no push notifications. */
  setVisible(isVisible: boolean): void {
    if (isVisible === this.#isVisible) return;
    this.#isVisible = isVisible;
    this.#send({ t: "visible", visible: isVisible });
  }

  #connect(): void {
    this.#reconnect.cancelRetry();
    const token = this.#options.token();
    if (!token) {
      this.#retry();
      return;
    }
    const socket = this.#options.open();
    this.#socket = socket;
    this.#reconnect.restartHeartbeat();
    socket.onopen = () => {
      // Tickets are joined again before the missed events are sent, because some of those are sent only to watchers.
      const watch = this.#subscriptions.watched();
      const { cursor, epoch } = this.#stream;
      const resume =
        cursor === null
          ? {}
          : { cursor, ...(epoch !== undefined && { epoch }), ...(watch.length > 0 && { watch }) };
      const rooms = this.#subscriptions.rooms();
      socket.send(JSON.stringify({ t: "auth", token, ...resume, ...(rooms && { rooms }) }));
    };
    socket.onmessage = (event: MessageEvent) => {
      if (socket === this.#socket) this.#receive(JSON.parse(String(event.data)) as ServerFrame);
    };
    socket.onclose = (event: CloseEvent) => {
      if (socket === this.#socket) void this.#closed(event.code);
    };
  }

  #receive(frame: ServerFrame): void {
    this.#reconnect.restartHeartbeat();
    switch (frame.t) {
      case "ready":
        this.#ready(frame);
        break;
      case "event":
        if (this.#stream.accept(frame)) this.#listeners.emit(frame);
        break;
      case "tick":
        this.#stream.tick(frame.cursor);
        break;
      case "resync":
        this.#stream.resync(frame.cursor);
        this.#listeners.resyncs.call();
        break;
      case "denied":
        this.#listeners.denials.call(frame.ticketId);
    }
  }

  #ready({ cursor, epoch }: Extract<ServerFrame, { t: "ready" }>): void {
    const isStale = this.#stream.ready(cursor, epoch);
    this.#reconnect.reset();
    this.#state.value = "online";
    if (!this.#isVisible) this.#send({ t: "visible", visible: false });
    this.#subscriptions.repeat();
    if (isStale) this.#listeners.resyncs.call();
  }

  async #closed(code: number): Promise<void> {
    this.#drop();
    this.#state.value = "offline";
    if (code === SOCKET_CLOSE.sessionEnded) {
      this.#listeners.ended.call();
      return;
    }
    if (code === SOCKET_CLOSE.tooSlow) this.#stream.lose();
    if (code === SOCKET_CLOSE.badToken) {
      const renewed = await this.#options.refresh().catch(() => false);
      if (this.#state.peek() !== "offline" || this.#socket) return;
      if (renewed && this.#reconnect.isFresh) {
        this.#reconnect.countFailure();
        this.#connect();
        return;
      }
    }
    this.#retry();
  }

  #retry(): void {
    if (this.#state.peek() === "idle") return;
    this.#state.value = "offline";
    this.#reconnect.schedule();
  }

  #drop(): void {
    this.#reconnect.stop();
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #send(frame: ClientFrame): void {
    if (this.#socket && this.#state.peek() === "online") this.#socket.send(JSON.stringify(frame));
  }
}

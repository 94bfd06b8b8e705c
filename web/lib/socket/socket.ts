import { type ReadonlySignal, signal } from "@preact/signals-react";
import {
  type ClientFrame,
  type EventData,
  type ServerFrame,
  SOCKET_CLOSE,
  USER_STATUS_MS,
} from "#platform/realtime/contract.ts";
import { Place } from "./cursor.ts";
import { Hearers } from "./event-listeners.ts";
import { Patience } from "./reconnect.ts";
import { Joins } from "./subscriptions.ts";

/** `connecting` for the first time, `online` when events flow, `offline` while it tries again. */
export type SocketState = "idle" | "connecting" | "online" | "offline";
/** What the page uses of a WebSocket; tests give their own. */
export type SocketLike = Pick<WebSocket, "send" | "close" | "onopen" | "onmessage" | "onclose">;
export interface SocketOptions {
  readonly open: () => SocketLike;
  readonly token: () => string | null;
  /** Asks for a new token; false when there is none to be had. */
  readonly refresh: () => Promise<boolean>;
  readonly random?: () => number;
}

/**
 * The page's one websocket (docs/rules/realtime.md#frames): authorises, comes back by itself, catches up by cursor, and
 * says when what is on screen must be read again. Knows nothing of tickets or users.
 */
export class LiveSocket {
  readonly #options: SocketOptions;
  readonly #state = signal<SocketState>("idle");
  readonly #hearers = new Hearers();
  readonly #place = new Place();
  readonly #patience: Patience;
  readonly #joins = new Joins((frame) => this.#send(frame));
  #socket: SocketLike | null = null;
  #isSeen = true;
  #presence: ReturnType<typeof setInterval> | undefined;

  readonly state: ReadonlySignal<SocketState> = this.#state;

  constructor(options: SocketOptions) {
    this.#options = options;
    this.#patience = new Patience({
      again: () => this.#connect(),
      silent: () => {
        this.#drop();
        this.#later();
      },
      random: options.random,
    });
  }

  /** Connects and stays connected until `stop`. */
  start(): void {
    if (this.#state.peek() !== "idle") return;
    this.#state.value = "connecting";
    this.#presence = setInterval(() => this.#send({ t: "userStatus" }), USER_STATUS_MS);
    this.#connect();
  }

  /** Leaves for good: logout. Everything known about the session is forgotten, the listeners stay. */
  stop(): void {
    clearInterval(this.#presence);
    this.#drop();
    this.#place.forget();
    this.#patience.calm();
    this.#state.value = "idle";
  }

  /** Tries at once instead of waiting: the network came back, or the page is looked at again. */
  hurry(): void {
    if (this.#state.peek() === "offline" && !this.#socket) this.#connect();
  }

  /** The browser says that the network is gone: nobody waits for the silence to tell. */
  lost(): void {
    const state = this.#state.peek();
    if (state !== "online" && state !== "connecting") return;
    this.#drop();
    this.#later();
  }

  /** Hears the events of a channel by its short name (`ticket` for `company-7-ticket`). Answers how to stop. */
  on(channel: string, heard: (data: EventData) => void): () => void {
    return this.#hearers.on(channel, heard);
  }

  /** Called when events may have been missed: read again what is on screen. */
  onResync(heard: () => void): () => void {
    return this.#hearers.resyncs.add(heard);
  }

  /** Called when the server does not let this user watch a ticket. */
  onDenied(heard: (ticketId: number) => void): () => void {
    return this.#hearers.denials.add(heard);
  }

  /** Called when the server says that the session has ended. */
  onSessionEnded(heard: () => void): () => void {
    return this.#hearers.ended.add(heard);
  }

  /** Watches a ticket: its messages, typing, who is looking. Kept across reconnects; answers how to stop. */
  watchTicket(ticketId: number): () => void {
    return this.#joins.add({ t: "joinChatBox", ticketId }, { t: "leaveChatBox", ticketId });
  }

  /** Narrows ticket events to the statuses shown. */
  joinTickets(status: string): () => void {
    return this.#joins.add({ t: "joinTickets", status }, { t: "leaveTickets", status });
  }

  joinNotification(): () => void {
    return this.#joins.add({ t: "joinNotification" }, { t: "leaveNotification" });
  }

  /** Says that this person is writing in a ticket. */
  typing(ticketId: number): void {
    this.#send({ t: "typing", ticketId });
  }

  /** Says whether the page is before somebody's eyes: while one is, their devices stay quiet. */
  seen(isSeen: boolean): void {
    if (isSeen === this.#isSeen) return;
    this.#isSeen = isSeen;
    this.#send({ t: "visible", visible: isSeen });
  }

  #connect(): void {
    this.#patience.hurry();
    const token = this.#options.token();
    if (!token) {
      this.#later();
      return;
    }
    const socket = this.#options.open();
    this.#socket = socket;
    this.#patience.listen();
    socket.onopen = () => {
      // Watched again before what was missed is sent: some of it is only for those who watch.
      const watch = this.#joins.watched();
      const { cursor } = this.#place;
      const back = cursor === null ? {} : { cursor, ...(watch.length > 0 && { watch }) };
      const rooms = this.#joins.rooms();
      socket.send(JSON.stringify({ t: "auth", token, ...back, ...(rooms && { rooms }) }));
    };
    socket.onmessage = (event: MessageEvent) => {
      if (socket === this.#socket) this.#receive(JSON.parse(String(event.data)) as ServerFrame);
    };
    socket.onclose = (event: CloseEvent) => {
      if (socket === this.#socket) void this.#closed(event.code);
    };
  }

  #receive(frame: ServerFrame): void {
    this.#patience.listen();
    switch (frame.t) {
      case "ready":
        this.#ready(frame.cursor);
        break;
      case "event":
        if (this.#place.take(frame)) this.#hearers.tell(frame);
        break;
      case "tick":
        this.#place.tick(frame.cursor);
        break;
      case "resync":
        this.#place.resync(frame.cursor);
        this.#hearers.resyncs.tell();
        break;
      case "denied":
        this.#hearers.denials.tell(frame.ticketId);
    }
  }

  #ready(cursor: number): void {
    const isStale = this.#place.ready(cursor);
    this.#patience.calm();
    this.#state.value = "online";
    if (!this.#isSeen) this.#send({ t: "visible", visible: false });
    this.#joins.repeat();
    if (isStale) this.#hearers.resyncs.tell();
  }

  async #closed(code: number): Promise<void> {
    this.#drop();
    this.#state.value = "offline";
    if (code === SOCKET_CLOSE.sessionEnded) {
      this.#hearers.ended.tell();
      return;
    }
    if (code === SOCKET_CLOSE.tooSlow) this.#place.lose();
    if (code === SOCKET_CLOSE.badToken) {
      const renewed = await this.#options.refresh().catch(() => false);
      if (this.#state.peek() !== "offline" || this.#socket) return;
      if (renewed && this.#patience.isFresh) {
        this.#patience.fail();
        this.#connect();
        return;
      }
    }
    this.#later();
  }

  #later(): void {
    if (this.#state.peek() === "idle") return;
    this.#state.value = "offline";
    this.#patience.later();
  }

  #drop(): void {
    this.#patience.stop();
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #send(frame: ClientFrame): void {
    if (this.#socket && this.#state.peek() === "online") this.#socket.send(JSON.stringify(frame));
  }
}

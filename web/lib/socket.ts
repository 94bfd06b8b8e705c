import { type ReadonlySignal, signal } from "@preact/signals-react";
import {
  type ClientFrame,
  type EventData,
  type ServerFrame,
  SOCKET_CLOSE,
  SOCKET_PING_MS,
  USER_STATUS_MS,
} from "#platform/realtime/contract.ts";
import { backOff } from "./back-off.ts";
import { Listeners } from "./listeners.ts";
import { Joins } from "./socket-joins.ts";

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

/** Silence after which the line counts as dead, ms: the server ticks every 18 s. */
const SILENCE_MS = SOCKET_PING_MS * 2 + 4_000;

/**
 * The page's one websocket (behaviour 23): authorises, comes back by itself, catches up by cursor, and says
 * when what is on screen must be read again. Knows nothing of tickets or users.
 */
export class LiveSocket {
  readonly #options: SocketOptions;
  readonly #state = signal<SocketState>("idle");
  readonly #channels = new Map<string, Listeners<[data: EventData]>>();
  readonly #resyncs = new Listeners<[]>();
  readonly #denials = new Listeners<[ticketId: number]>();
  readonly #ended = new Listeners<[]>();
  readonly #joins = new Joins((frame) => this.#send(frame));
  #socket: SocketLike | null = null;
  /** Where a reconnect goes on from. */
  #cursor: number | null = null;
  /** The last event applied; a replay repeats some. A tick says nothing about these. */
  #seen = 0;
  /** What is on screen may be older than the line: say so once it is up. */
  #stale = true;
  #attempt = 0;
  #isSeen = true;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #presence: ReturnType<typeof setInterval> | undefined;

  readonly state: ReadonlySignal<SocketState> = this.#state;

  constructor(options: SocketOptions) {
    this.#options = options;
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
    this.#cursor = null;
    this.#seen = 0;
    this.#stale = true;
    this.#attempt = 0;
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
    const listeners = this.#channels.get(channel) ?? new Listeners();
    this.#channels.set(channel, listeners);
    return listeners.add(heard);
  }

  /** Called when events may have been missed: read again what is on screen. */
  onResync(heard: () => void): () => void {
    return this.#resyncs.add(heard);
  }

  /** Called when the server does not let this user watch a ticket. */
  onDenied(heard: (ticketId: number) => void): () => void {
    return this.#denials.add(heard);
  }

  /** Called when the server says that the session has ended. */
  onSessionEnded(heard: () => void): () => void {
    return this.#ended.add(heard);
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
    clearTimeout(this.#retry);
    const token = this.#options.token();
    if (!token) {
      this.#later();
      return;
    }
    const socket = this.#options.open();
    this.#socket = socket;
    this.#listen();
    socket.onopen = () => {
      // Watched again before what was missed is sent: some of it is only for those who watch.
      const watch = this.#joins.watched();
      const back = this.#cursor === null ? {} : { cursor: this.#cursor, ...(watch.length > 0 && { watch }) };
      socket.send(JSON.stringify({ t: "auth", token, ...back }));
    };
    socket.onmessage = (event: MessageEvent) => {
      if (socket === this.#socket) this.#receive(JSON.parse(String(event.data)) as ServerFrame);
    };
    socket.onclose = (event: CloseEvent) => {
      if (socket === this.#socket) void this.#closed(event.code);
    };
  }

  #receive(frame: ServerFrame): void {
    this.#listen();
    switch (frame.t) {
      case "ready":
        this.#ready(frame.cursor);
        break;
      case "event":
        this.#event(frame);
        break;
      case "tick":
        this.#cursor = Math.max(this.#cursor ?? 0, frame.cursor);
        break;
      case "resync":
        this.#cursor = frame.cursor;
        this.#seen = 0;
        this.#resyncs.tell();
        break;
      case "denied":
        this.#denials.tell(frame.ticketId);
    }
  }

  #ready(cursor: number): void {
    // A cursor of ours stays: what was missed since then follows.
    this.#cursor ??= cursor;
    this.#attempt = 0;
    this.#state.value = "online";
    if (!this.#isSeen) this.#send({ t: "visible", visible: false });
    this.#joins.repeat();
    if (this.#stale) this.#resyncs.tell();
    this.#stale = false;
  }

  #event(frame: Extract<ServerFrame, { t: "event" }>): void {
    if (frame.seq <= this.#seen) return;
    this.#seen = frame.seq;
    this.#cursor = Math.max(this.#cursor ?? 0, frame.seq);
    const name = frame.channel.replace(/^company-\d+-/, "");
    this.#channels.get(name)?.tell(frame.data);
  }

  async #closed(code: number): Promise<void> {
    this.#drop();
    this.#state.value = "offline";
    if (code === SOCKET_CLOSE.sessionEnded) {
      this.#ended.tell();
      return;
    }
    if (code === SOCKET_CLOSE.tooSlow) {
      this.#cursor = null;
      this.#stale = true;
    }
    if (code === SOCKET_CLOSE.badToken) {
      const renewed = await this.#options.refresh().catch(() => false);
      if (this.#state.peek() !== "offline" || this.#socket) return;
      if (renewed && this.#attempt === 0) {
        this.#attempt += 1;
        this.#connect();
        return;
      }
    }
    this.#later();
  }

  #later(): void {
    if (this.#state.peek() === "idle") return;
    this.#state.value = "offline";
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#connect(), backOff(this.#attempt, this.#options.random));
    this.#attempt += 1;
  }

  /** Starts the clock of silence anew. */
  #listen(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      this.#drop();
      this.#later();
    }, SILENCE_MS);
  }

  #drop(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#silence);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #send(frame: ClientFrame): void {
    if (this.#socket && this.#state.peek() === "online") this.#socket.send(JSON.stringify(frame));
  }
}

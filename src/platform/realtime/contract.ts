/** Frames of the websocket at /socket (docs/rules/realtime.md#channels). */

export type ClientFrame =
  /**
   * `epoch`: the epoch of the last `ready`, with the cursor that belongs to it.
   * `watch`: tickets watched before the connection broke; watched again before missed events are sent.
   */
  | {
      readonly t: "auth";
      readonly token: string;
      readonly cursor?: number;
      readonly epoch?: number;
      readonly watch?: readonly number[];
      /** Rooms joined before the connection broke; joined again before the first event is sent. */
      readonly rooms?: { readonly statuses: readonly string[]; readonly notification: boolean };
    }
  | { readonly t: "joinTickets"; readonly status: string }
  | { readonly t: "leaveTickets"; readonly status: string }
  | { readonly t: "joinNotification" }
  | { readonly t: "leaveNotification" }
  /** Watches a ticket: its messages, who is typing, who watches it. */
  | { readonly t: "joinChatBox"; readonly ticketId: number }
  | { readonly t: "leaveChatBox"; readonly ticketId: number }
  | { readonly t: "typing"; readonly ticketId: number }
  /** An internal chat is opened: the member has read it. */
  | { readonly t: "joinChat"; readonly chatId: number }
  /** Whether the page is visible; a page counts as visible until it reports otherwise. */
  | { readonly t: "visible"; readonly visible: boolean }
  | { readonly t: "userStatus" };

export type ServerFrame =
  /** `cursor` is the sequence number the client starts from; `epoch` exists only in a cluster. */
  | { readonly t: "ready"; readonly cursor: number; readonly sessionId: number; readonly epoch?: number }
  | { readonly t: "event"; readonly seq: number; readonly channel: string; readonly data: EventData }
  | { readonly t: "denied"; readonly ticketId: number }
  /** The missed events are unknown: the page reloads its data. */
  | { readonly t: "resync"; readonly cursor: number }
  /** Sent about every 18 s so that an idle client keeps its cursor fresh. */
  | { readonly t: "tick"; readonly cursor: number };

/** `action` and the data of the channel (table of docs/rules/realtime.md#channels). */
export type EventData = { readonly action: string } & Readonly<Record<string, unknown>>;

/** Close codes of the socket. */
export const SOCKET_CLOSE = {
  badToken: 4401,
  sessionEnded: 4403,
  tooSlow: 4429,
  badFrame: 4400,
  /** Too many sockets of this user, company or address; the page retries later. */
  tooMany: 4430,
} as const;

/** Ping interval and time to answer, ms (docs/rules/realtime.md#frames). */
export const SOCKET_PING_MS = 18_000;
/** `userStatus` period, ms (docs/rules/realtime.md#frames). */
export const USER_STATUS_MS = 300_000;

import type { ServerWebSocket } from "bun";
import type { Caller } from "#platform/http/server/caller.ts";
import type { Backlog, Sent } from "#platform/realtime/backlog.ts";
import type { Rooms } from "#platform/realtime/broadcast.ts";
import type { Relay } from "./relay.ts";

/** The user behind a socket. */
export interface Identity {
  readonly groupId: number;
  readonly userId: number;
  readonly sessionId: number;
}

/** A socket's user and rights; recomputed when the rights change. */
export interface Connected<Viewer> extends Identity {
  readonly viewer: Viewer;
}

/** State of a socket. */
export interface SocketData<Viewer> {
  connected: Connected<Viewer> | null;
  readonly watching: Set<number>;
  readonly rooms: Rooms;
  /** The page reported that it is hidden. */
  hidden: boolean;
  cancelDeadline: () => void;
  /** A ping was sent and not answered yet. */
  pinged: boolean;
  /** Number of frames in the second `second`. */
  frames: number;
  second: number;
  /** Network of the caller (`networkOf`); sockets are counted by it. */
  readonly network: string;
  isUnsigned: boolean;
  isCounted: boolean;
  /** Who opened the socket, for the owner of another cell; null in tests without a server. */
  readonly caller: Caller | null;
  /** Present while another cell serves the socket. */
  relay: Relay | null;
}
export type HubSocket<Viewer> = ServerWebSocket<SocketData<Viewer>>;

/** The sockets of one company and their pending events. */
export interface Group<Viewer> {
  readonly backlog: Backlog<Viewer>;
  readonly sockets: Set<HubSocket<Viewer>>;
  readonly users: Map<number, number>;
  /** Number of frames of each user in the second `second`, over all sockets. */
  readonly frames: Map<number, number>;
  second: number;
  /** When the last socket left, ms. */
  leftAt: number;
  pending: Sent<Viewer>[];
}

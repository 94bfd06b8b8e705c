import type { ServerWebSocket } from "bun";
import type { Backlog, Sent } from "#platform/realtime/backlog.ts";
import type { Rooms } from "#platform/realtime/rooms.ts";

/** The user behind a socket. */
export interface Identity {
  readonly groupId: number;
  readonly userId: number;
  readonly sessionId: number;
}

/** What a socket may see; recomputed whenever rights change. */
export interface Connected<Viewer> extends Identity {
  readonly viewer: Viewer;
}

/** What is kept beside a socket. */
export interface SocketData<Viewer> {
  connected: Connected<Viewer> | null;
  readonly watching: Set<number>;
  readonly rooms: Rooms;
  /** The page reported that it is hidden. */
  hidden: boolean;
  cancelDeadline: () => void;
  /** A ping is on its way and was not answered yet. */
  pinged: boolean;
  /** Frames in the current second, against floods. */
  frames: number;
  second: number;
  /** Network of the caller (`networkOf`); sockets are counted by it. */
  readonly network: string;
  isUnsigned: boolean;
  isCounted: boolean;
}
export type HubSocket<Viewer> = ServerWebSocket<SocketData<Viewer>>;

/** The sockets of one company and their pending events. */
export interface Group<Viewer> {
  readonly backlog: Backlog<Viewer>;
  readonly sockets: Set<HubSocket<Viewer>>;
  readonly users: Map<number, number>;
  /** Frames of each person in the current second, over all sockets. */
  readonly frames: Map<number, number>;
  second: number;
  /** When the last socket left, ms. */
  leftAt: number;
  pending: Sent<Viewer>[];
}

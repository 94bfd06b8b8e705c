import type { ForwardedCaller } from "#platform/cells.ts";
import type { Clock } from "#platform/clock.ts";
import type { ClientFrame } from "#platform/realtime/contract.ts";
import type { Connected, Identity } from "./socket.ts";

/** The part of a viewer that the hub uses. */
export interface Watching {
  readonly watching: ReadonlySet<number>;
}

/** Finds and opens sockets of other cells (docs/rules/cells.md#sockets). */
export interface OtherCells {
  /** The other cell that the company of a valid token belongs to; null otherwise. */
  cellOf(token: string): number | null;
  /** A socket to the owner of a cell; null while it has no owner. */
  open(cell: number, caller: ForwardedCaller): WebSocket | null;
}

/** What the hub requires of users and their permissions. */
export interface HubOptions<Viewer extends Watching> {
  readonly clock: Clock;
  /**
   * The number of this ownership in a cluster (docs/rules/cluster.md#epoch): a page of another epoch reads its lists again.
   * Absent on one machine.
   */
  readonly epoch?: number;
  /** False: no limit of the number of sockets (`RATE_LIMITS=off`). */
  readonly limitSockets: boolean;
  /**
   * Authenticates the bearer token of the first frame; null when it is invalid, `away` while its company is being moved to another
   * cell: the page connects again. `watching` is the set that the socket keeps.
   */
  readonly authenticate: (token: string, watching: ReadonlySet<number>) => Connected<Viewer> | null | "away";
  /** Reads the permissions of an authenticated socket again; null = its session has ended. */
  readonly reload: (identity: Identity, watching: ReadonlySet<number>) => Viewer | null;
  readonly mayWatch: (connected: Connected<Viewer>, ticketId: number) => boolean;
  /** Checked before the audience of a broadcast: a viewer may be excluded from whole channels. */
  readonly mayReceive: (viewer: Viewer, channel: string) => boolean;
  /** Frames that features handle (typing, userStatus) or follow (joinChatBox, leaveChatBox). */
  readonly onFrame: (connected: Connected<Viewer>, frame: ClientFrame) => void;
  /** Absent: every company is served here. */
  readonly elsewhere?: OtherCells;
  /** First socket of a user opened, or last one closed. */
  readonly onPresence: (identity: Identity, sockets: number) => void;
}

import type { Clock } from "#platform/clock.ts";
import type { ClientFrame } from "#platform/realtime/contract.ts";
import type { Connected, Identity } from "./socket.ts";

/** A viewer as the hub knows it: somebody who looks at tickets. */
export interface Watching {
  readonly watching: ReadonlySet<number>;
}

/** What the hub asks of those who know people and their rights. */
export interface HubOptions<Viewer extends Watching> {
  readonly clock: Clock;
  /** False: no limit of the number of sockets (`RATE_LIMITS=off`). */
  readonly limitSockets: boolean;
  /** Bearer token of the first frame → who it is, or null. `watching` is the set the socket keeps. */
  readonly authenticate: (token: string, watching: ReadonlySet<number>) => Connected<Viewer> | null;
  /** Rights anew for a socket that is already in; null = its session is over. */
  readonly reload: (identity: Identity, watching: ReadonlySet<number>) => Viewer | null;
  readonly mayWatch: (connected: Connected<Viewer>, ticketId: number) => boolean;
  /** Asked before the audience of a broadcast: whole channels may be closed to a viewer. */
  readonly mayReceive: (viewer: Viewer, channel: string) => boolean;
  /** A frame the hub itself does not know what to do with (typing, userStatus) or that others want to hear of. */
  readonly onFrame: (connected: Connected<Viewer>, frame: ClientFrame) => void;
  /** First socket of a user opened, or last one closed. */
  readonly onPresence: (identity: Identity, sockets: number) => void;
}

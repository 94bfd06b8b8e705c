import { definePort } from "#platform/ports.ts";
import type { Broadcast } from "#platform/realtime/broadcast.ts";
import type { Hub } from "#platform/realtime/hub.ts";
import type { Plan, Tenant, UserActor } from "./tenant.ts";

/** The user behind a socket; audiences decide from it who gets a broadcast. */
export interface Viewer extends UserActor {
  /** Tickets this socket watches (authorised like reading their messages). */
  readonly watching: ReadonlySet<number>;
  /** Plan of the company when the permissions were read; a change of the plan reads them again. */
  readonly plan?: Plan;
}

export type ViewerBroadcast = Broadcast<Viewer>;

/** The live sockets of this process. */
export const RealtimePort = definePort<Hub<Viewer>>("realtime");

/** Whether a viewer may watch (read the messages of) a ticket; implemented by the tickets feature. */
export type MayWatch = (tenant: Tenant, viewer: Viewer, ticketId: number) => boolean;
export const WatchPort = definePort<MayWatch>("watch");

import type { Hub } from "#platform/realtime/hub.ts";
import type { Installation } from "#tenants/installation.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { RealtimePort, type Viewer, type ViewerBroadcast } from "#tenants/viewer.ts";

/** The published broadcasts, recorded without sockets. */
export interface PublishedBroadcasts {
  readonly all: ViewerBroadcast[];
  /** Events of a channel that this user would get; names without the company prefix. */
  to(ctx: UserCtx, channel: string, watching?: readonly number[]): readonly Record<string, unknown>[];
  /** Users who watch each ticket, as the hub would return them. */
  readonly watching: Map<number, UserCtx[]>;
}

/** Plugs a realtime port that records all broadcasts. */
export function recordBroadcasts(installation: Installation): PublishedBroadcasts {
  const all: ViewerBroadcast[] = [];
  const watching = new Map<number, UserCtx[]>();
  const viewerOf = (ctx: UserCtx, tickets: readonly number[]): Viewer => ({
    ...ctx.actor,
    watching: new Set(tickets),
  });
  const hub = {
    publish: (_companyId: number, broadcasts: readonly ViewerBroadcast[]) => void all.push(...broadcasts),
    reload: () => {},
    hasListeners: () => true,
    online: () => new Set<number>(),
    watchers: (_companyId: number, ticketId: number) =>
      (watching.get(ticketId) ?? []).map((ctx) => ({
        groupId: ctx.tenant.id,
        userId: ctx.actor.id,
        sessionId: ctx.actor.sessionId,
        viewer: viewerOf(ctx, [ticketId]),
      })),
  };
  // Implements the methods that features call; sockets have separate tests.
  installation.ports.plug(RealtimePort, hub as unknown as Hub<Viewer>);
  return {
    all,
    watching,
    to: (ctx, channel, tickets = []) =>
      all
        .filter((delivery) => delivery.channel === channel)
        .filter(({ audience }) => audience === "everyone" || audience(viewerOf(ctx, tickets)))
        .map(({ data }) => data),
  };
}

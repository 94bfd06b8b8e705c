import type { Clock } from "#platform/clock.ts";
import { createBacklog } from "#platform/realtime/backlog.ts";
import type { Connected, Group } from "./socket.ts";

/** The companies with recent sockets, and their sockets. */
export interface Groups<Viewer> {
  readonly all: Map<number, Group<Viewer>>;
  /** The group of a company; created when the company had no recent socket. */
  of(id: number): Group<Viewer>;
  /** Read-only queries for the features. */
  readonly queries: {
    /** Whether the company has or recently had sockets; without them, no one can receive or replay an event. */
    hasListeners(groupId: number): boolean;
    /** Companies with recent sockets; a client that reconnects later gets `resync`. */
    groups(): readonly number[];
    /** Users of a company with a live socket. */
    online(groupId: number): ReadonlySet<number>;
    /** Users of a company with a visible page. */
    usersWithVisiblePage(groupId: number): ReadonlySet<number>;
    /** Viewers watching a ticket right now. */
    watchers(groupId: number, ticketId: number): readonly Connected<Viewer>[];
    sockets(): number;
  };
}

export function createGroups<Viewer>(clock: Clock): Groups<Viewer> {
  const all = new Map<number, Group<Viewer>>();
  const socketsOf = (groupId: number) => [...(all.get(groupId)?.sockets ?? [])].map(({ data }) => data);
  return {
    all,
    of(id) {
      let known = all.get(id);
      if (!known) {
        // From the clock: a new backlog, after a restart or an idle period, never continues the numbers of an old cursor.
        const now = clock.now();
        const backlog = createBacklog<Viewer>(now, () => all.size);
        known = {
          backlog,
          sockets: new Set(),
          users: new Map(),
          frames: new Map(),
          second: 0,
          leftAt: now,
          pending: [],
        };
        all.set(id, known);
      }
      return known;
    },
    queries: {
      hasListeners: (groupId) => all.has(groupId),
      groups: () => [...all.keys()],
      online: (groupId) => new Set(all.get(groupId)?.users.keys() ?? []),
      usersWithVisiblePage: (groupId) =>
        new Set(
          socketsOf(groupId).flatMap(({ connected, hidden }) =>
            connected && !hidden ? [connected.userId] : [],
          ),
        ),
      watchers: (groupId, ticketId) =>
        socketsOf(groupId).flatMap(({ connected, watching }) =>
          connected && watching.has(ticketId) ? [connected] : [],
        ),
      sockets: () => [...all.values()].reduce((sum, known) => sum + known.sockets.size, 0),
    },
  };
}

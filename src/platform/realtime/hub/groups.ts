import type { Clock } from "#platform/clock.ts";
import { createBacklog } from "#platform/realtime/backlog.ts";
import type { Connected, Group } from "./socket.ts";

/** The companies whose people were here lately, with their sockets. */
export interface Groups<Viewer> {
  readonly all: Map<number, Group<Viewer>>;
  /** The group of a company; it begins now when nobody was here lately. */
  of(id: number): Group<Viewer>;
  /** What others may ask of it. */
  readonly queries: {
    /** Whether somebody of this company was here lately: only they can hear, or come back and ask. */
    hasListeners(groupId: number): boolean;
    /** Companies that were here lately; whoever comes back later is told to read all anew. */
    groups(): readonly number[];
    /** Users of a company with a live socket. */
    online(groupId: number): ReadonlySet<number>;
    /** Users of a company who have a page before their eyes. */
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
        // By the clock: what begins anew, after a restart or after a while without anybody, never looks like an old cursor.
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

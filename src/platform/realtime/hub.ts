import type { Clock } from "#platform/clock.ts";
import { createBacklog, MAX_AGE_MS, type Sent } from "./backlog.ts";
import { readClientFrame } from "./client-frame.ts";
import { type ClientFrame, type ServerFrame, SOCKET_CLOSE, SOCKET_PING_MS } from "./contract.ts";
import type { Delivery } from "./delivery.ts";
import type { Connected, Group, HubSocket, Identity, SocketData } from "./hub-socket.ts";

export type { Connected, HubSocket, Identity } from "./hub-socket.ts";

export interface HubOptions<Viewer extends { readonly watching: ReadonlySet<number> }> {
  readonly clock: Clock;
  /** Bearer token of the first frame → who it is, or null. `watching` is the set the socket keeps. */
  readonly authenticate: (token: string, watching: ReadonlySet<number>) => Connected<Viewer> | null;
  /** Rights anew for a socket that is already in; null = its session is over. */
  readonly reload: (identity: Identity, watching: ReadonlySet<number>) => Viewer | null;
  readonly mayWatch: (connected: Connected<Viewer>, ticketId: number) => boolean;
  /** Asked before the audience of a delivery: whole channels may be closed to a viewer. */
  readonly mayHear: (viewer: Viewer, channel: string) => boolean;
  /** A frame the hub itself does not know what to do with (typing, userStatus) or that others want to hear of. */
  readonly onFrame: (connected: Connected<Viewer>, frame: ClientFrame) => void;
  /** First socket of a user opened, or last one closed. */
  readonly onPresence: (identity: Identity, sockets: number) => void;
}

/** Time to authenticate (behaviour 23). */
const AUTH_MS = 5000;
/** More than this waiting for one browser: cut it, it will resync (behaviour 23, R11). */
const MAX_WAITING_BYTES = 1_048_576;
const MAX_FRAMES_PER_SECOND = 50;
const MAX_WATCHES = 50;
const MAX_FRAME_BYTES = 16_384;

/** All live sockets of the process, grouped by company; the server alone decides who hears what. */
export function createHub<Viewer extends { readonly watching: ReadonlySet<number> }>(
  options: HubOptions<Viewer>,
) {
  const groups = new Map<number, Group<Viewer>>();
  let flushing = false;
  let closing = false;

  const group = (id: number): Group<Viewer> => {
    let known = groups.get(id);
    if (!known) {
      // By the clock: what begins anew, after a restart or after a while without anybody, never looks like an old cursor.
      const now = options.clock.now();
      const backlog = createBacklog<Viewer>(now, () => groups.size);
      known = { backlog, sockets: new Set(), users: new Map(), leftAt: now, pending: [] };
      groups.set(id, known);
    }
    return known;
  };
  const say = (ws: HubSocket<Viewer>, frame: ServerFrame) => void ws.send(JSON.stringify(frame));
  const sees = (viewer: Viewer, delivery: Sent<Viewer>["delivery"]) =>
    options.mayHear(viewer, delivery.channel) &&
    (delivery.audience === "everyone" || delivery.audience(viewer));

  const deliver = (ws: HubSocket<Viewer>, events: readonly Sent<Viewer>[]) => {
    const viewer = ws.data.connected?.viewer;
    if (!viewer) return;
    if (ws.getBufferedAmount() > MAX_WAITING_BYTES) {
      // It may never read the good-bye: it is out now, and the idle limit ends the connection.
      leave(ws);
      ws.close(SOCKET_CLOSE.tooSlow, "too slow");
      return;
    }
    ws.cork(() => {
      for (const event of events) if (sees(viewer, event.delivery)) ws.send(event.frame);
    });
  };
  const flush = () => {
    flushing = false;
    for (const known of groups.values()) {
      if (known.pending.length === 0) continue;
      const events = known.pending;
      known.pending = [];
      for (const ws of known.sockets) deliver(ws, events);
    }
  };

  const watch = (ws: HubSocket<Viewer>, connected: Connected<Viewer>, ticketId: number) => {
    if (ws.data.watching.has(ticketId)) return;
    if (ws.data.watching.size >= MAX_WATCHES || !options.mayWatch(connected, ticketId)) {
      say(ws, { t: "denied", ticketId });
      return;
    }
    ws.data.watching.add(ticketId);
    options.onFrame(connected, { t: "joinChatBox", ticketId });
  };

  const enter = (ws: HubSocket<Viewer>, frame: Extract<ClientFrame, { t: "auth" }>) => {
    const { token, cursor, watch: watched = [] } = frame;
    const connected = options.authenticate(token, ws.data.watching);
    if (!connected) {
      ws.close(SOCKET_CLOSE.badToken, "bad token");
      return;
    }
    ws.data.cancelDeadline();
    // What others are about to be told must not reach the newcomer twice.
    flush();
    ws.data.connected = connected;
    const known = group(connected.groupId);
    known.sockets.add(ws);
    const sockets = (known.users.get(connected.userId) ?? 0) + 1;
    known.users.set(connected.userId, sockets);
    say(ws, { t: "ready", cursor: known.backlog.cursor, sessionId: connected.sessionId });
    const missed = cursor === undefined ? [] : known.backlog.since(cursor, options.clock.now());
    for (const ticketId of watched) watch(ws, connected, ticketId);
    if (cursor !== undefined) {
      if (missed) deliver(ws, missed);
      else say(ws, { t: "resync", cursor: known.backlog.cursor });
    }
    if (sockets === 1) options.onPresence(connected, sockets);
  };

  const leave = (ws: HubSocket<Viewer>) => {
    ws.data.cancelDeadline();
    const { connected } = ws.data;
    if (!connected) return;
    const known = group(connected.groupId);
    if (!known.sockets.delete(ws)) return;
    const sockets = (known.users.get(connected.userId) ?? 1) - 1;
    if (sockets > 0) known.users.set(connected.userId, sockets);
    else known.users.delete(connected.userId);
    known.leftAt = options.clock.now();
    // The features are stopping too: nobody is told, nothing is written.
    if (closing) return;
    for (const ticketId of ws.data.watching) options.onFrame(connected, { t: "leaveChatBox", ticketId });
    ws.data.watching.clear();
    if (sockets <= 0) options.onPresence(connected, 0);
  };

  const flooding = (ws: HubSocket<Viewer>): boolean => {
    const second = Math.floor(options.clock.now() / 1000);
    if (ws.data.second !== second) {
      ws.data.second = second;
      ws.data.frames = 0;
    }
    ws.data.frames += 1;
    return ws.data.frames > MAX_FRAMES_PER_SECOND;
  };

  const receive = (ws: HubSocket<Viewer>, text: string) => {
    const frame = flooding(ws) ? null : readClientFrame(text);
    if (!frame) {
      ws.close(SOCKET_CLOSE.badFrame, "bad frame");
      return;
    }
    const { connected } = ws.data;
    if (!connected) {
      if (frame.t === "auth") enter(ws, frame);
      else ws.close(SOCKET_CLOSE.badToken, "authenticate first");
      return;
    }
    if (frame.t === "auth") return;
    if (frame.t === "visible") {
      ws.data.hidden = !frame.visible;
      return;
    }
    if (frame.t === "joinChatBox") {
      watch(ws, connected, frame.ticketId);
      return;
    }
    if (frame.t === "leaveChatBox" && !ws.data.watching.delete(frame.ticketId)) return;
    options.onFrame(connected, frame);
  };

  return {
    /** For `Bun.serve`. */
    websocket: {
      maxPayloadLength: MAX_FRAME_BYTES,
      // Seconds without a byte; `tick` is earlier, this is only the last fence.
      idleTimeout: Math.ceil((SOCKET_PING_MS * 4) / 1000),
      sendPings: false,
      // Cut by ourselves with a code of our own; this is only the last fence.
      backpressureLimit: MAX_WAITING_BYTES * 4,
      closeOnBackpressureLimit: true,
      open(ws: HubSocket<Viewer>) {
        ws.data.cancelDeadline = options.clock.after(AUTH_MS, () =>
          ws.close(SOCKET_CLOSE.badToken, "no token"),
        );
      },
      message(ws: HubSocket<Viewer>, message: string | Buffer) {
        if (typeof message === "string") receive(ws, message);
        else ws.close(SOCKET_CLOSE.badFrame, "text only");
      },
      pong(ws: HubSocket<Viewer>) {
        ws.data.pinged = false;
      },
      close: leave,
    },
    /** Data for `server.upgrade`. */
    socketData: (): SocketData<Viewer> => ({
      connected: null,
      watching: new Set(),
      hidden: false,
      cancelDeadline: () => {},
      pinged: false,
      frames: 0,
      second: 0,
    }),
    /** Numbers the events of a company and sends them to those who may see them, in order. */
    publish(groupId: number, deliveries: readonly Delivery<Viewer>[]) {
      const known = groups.get(groupId);
      // Nobody of this company was here lately: nobody can come back and ask for it.
      if (!known) return;
      const now = options.clock.now();
      for (const delivery of deliveries)
        known.pending.push(known.backlog.add(`company-${groupId}-`, delivery, now));
      if (!flushing) {
        flushing = true;
        // One write per socket for all that one turn of the loop produced.
        setImmediate(flush);
      }
    },
    /** Rights of a user (or of all, without id) changed: recompute; those whose session is over are closed. */
    reload(groupId: number, userId?: number) {
      flush();
      for (const ws of groups.get(groupId)?.sockets ?? []) {
        const { connected } = ws.data;
        if (!connected || (userId !== undefined && connected.userId !== userId)) continue;
        const viewer = options.reload(connected, ws.data.watching);
        if (!viewer) {
          ws.close(SOCKET_CLOSE.sessionEnded, "session ended");
          continue;
        }
        ws.data.connected = { ...connected, viewer };
        for (const ticketId of [...ws.data.watching]) {
          if (options.mayWatch(ws.data.connected, ticketId)) continue;
          ws.data.watching.delete(ticketId);
          options.onFrame(connected, { t: "leaveChatBox", ticketId });
          say(ws, { t: "denied", ticketId });
        }
      }
    },
    /** Whether somebody of this company was here lately: only they can hear, or come back and ask. */
    isHeard: (groupId: number): boolean => groups.has(groupId),
    /** Companies that were here lately; whoever comes back later is told to read all anew. */
    groups: (): readonly number[] => [...groups.keys()],
    /** Users of a company with a live socket. */
    online: (groupId: number): ReadonlySet<number> => new Set(groups.get(groupId)?.users.keys() ?? []),
    /** Users of a company who have a page before their eyes. */
    attended(groupId: number): ReadonlySet<number> {
      const people = new Set<number>();
      for (const { data } of groups.get(groupId)?.sockets ?? [])
        if (data.connected && !data.hidden) people.add(data.connected.userId);
      return people;
    },
    /** Viewers watching a ticket right now. */
    watchers(groupId: number, ticketId: number): readonly Connected<Viewer>[] {
      const found: Connected<Viewer>[] = [];
      for (const ws of groups.get(groupId)?.sockets ?? [])
        if (ws.data.connected && ws.data.watching.has(ticketId)) found.push(ws.data.connected);
      return found;
    },
    /**
     * Every 18 s: closes who did not answer the last ping, pings the others, and tells them where the sequence stands,
     * so that an idle one keeps a fresh cursor. Companies whose last socket left longer ago than events are kept are
     * forgotten.
     */
    tick() {
      const now = options.clock.now();
      for (const [id, known] of groups) {
        if (known.sockets.size === 0 && now - known.leftAt > MAX_AGE_MS) {
          groups.delete(id);
          continue;
        }
        known.backlog.prune(now);
        for (const ws of known.sockets) {
          if (ws.data.pinged) {
            leave(ws);
            ws.terminate();
            continue;
          }
          ws.data.pinged = true;
          ws.ping();
          say(ws, { t: "tick", cursor: known.backlog.cursor });
        }
      }
    },
    sockets: (): number => [...groups.values()].reduce((sum, known) => sum + known.sockets.size, 0),
    /** Says good-bye to everybody (1001: going away; clients come back). */
    close() {
      flush();
      closing = true;
      for (const known of groups.values()) for (const ws of known.sockets) ws.close(1001, "server stops");
    },
  };
}

export type Hub<Viewer extends { readonly watching: ReadonlySet<number> }> = ReturnType<
  typeof createHub<Viewer>
>;

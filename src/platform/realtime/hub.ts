import type { Caller } from "#platform/http/server/caller.ts";
import { MAX_AGE_MS } from "./backlog.ts";
import { noRooms } from "./broadcast.ts";
import { SOCKET_CLOSE, SOCKET_PING_MS } from "./contract.ts";
import { createFrameHandler } from "./hub/frame-handler.ts";
import { createGroups, type Groups } from "./hub/groups.ts";
import { createHubLimits, type HubLimits, MAX_WAITING_BYTES } from "./hub/limits.ts";
import type { HubOptions, Watching } from "./hub/options.ts";
import { createPublisher, sendFrame } from "./hub/publisher.ts";
import { createRelays, type Relays } from "./hub/relay.ts";
import type { HubSocket, SocketData } from "./hub/socket.ts";

export type { HubOptions, OtherCells } from "./hub/options.ts";
export type { Connected, HubSocket, Identity } from "./hub/socket.ts";

/** Time to authenticate (docs/rules/realtime.md#frames). */
const AUTH_MS = 5000;
const MAX_FRAME_BYTES = 16_384;

/** The state of a hub; its functions below take it as their first parameter. */
interface HubState<Viewer extends Watching> {
  readonly options: HubOptions<Viewer>;
  readonly groups: Groups<Viewer>;
  readonly limits: HubLimits<Viewer>;
  readonly relays: Relays<Viewer>;
  isClosing: boolean;
}

/** All websockets of the process, grouped by company; the server alone decides which events a socket receives. */
export function createHub<Viewer extends Watching>(options: HubOptions<Viewer>) {
  const { clock, mayReceive, limitSockets } = options;
  const groups = createGroups<Viewer>(clock);
  const leaveHub = (ws: HubSocket<Viewer>) => leave(hub, ws);
  const limits = createHubLimits<Viewer>({ leave: leaveHub, limitSockets });
  const relays = createRelays<Viewer>({ clock, limits, elsewhere: options.elsewhere });
  const hub: HubState<Viewer> = { options, groups, limits, relays, isClosing: false };
  const publisher = createPublisher<Viewer>({ clock, groups, mayHear: mayReceive, leave: leaveHub, limits });
  const { publish, flush } = publisher;
  const receive = createFrameHandler({ options, groups, publisher, limits, relays });
  return {
    /** For `Bun.serve`. */
    websocket: websocketHandlers(hub, receive),
    /** Data for `server.upgrade`. */
    socketData,
    publish,
    /** Recomputes the rights of a user (of all without an id); closes the sockets of sessions that have ended. */
    reload(groupId: number, userId?: number) {
      flush();
      reloadViewers(hub, groupId, userId);
    },
    /** Closes the sockets of a company with 1001, so that their pages connect again and reload their lists. */
    closeGroup(groupId: number) {
      flush();
      for (const ws of [...(groups.all.get(groupId)?.sockets ?? [])]) {
        leave(hub, ws);
        ws.data.connected = null;
        ws.close(1001, "company moves");
      }
      groups.all.delete(groupId);
    },
    ...groups.queries,
    /** Unsent bytes of all sockets. */
    waitingBytes: limits.waitingBytes,
    tick: () => tick(hub),
    /** Closes every socket with 1001 (going away); clients reconnect. */
    close() {
      flush();
      hub.isClosing = true;
      relays.closeAll();
      for (const known of groups.all.values()) for (const ws of known.sockets) ws.close(1001, "server stops");
    },
  };
}

export type Hub<Viewer extends Watching> = ReturnType<typeof createHub<Viewer>>;

const websocketHandlers = <Viewer extends Watching>(
  hub: HubState<Viewer>,
  receive: (ws: HubSocket<Viewer>, text: string) => void,
) => ({
  maxPayloadLength: MAX_FRAME_BYTES,
  // Seconds without a byte. `tick` closes a dead socket earlier; this limit applies only when it does not run.
  idleTimeout: Math.ceil((SOCKET_PING_MS * 4) / 1000),
  sendPings: false,
  // `deliver` closes a slow socket earlier, with its own code.
  backpressureLimit: MAX_WAITING_BYTES * 4,
  closeOnBackpressureLimit: true,
  open(ws: HubSocket<Viewer>) {
    if (!hub.limits.enter(ws)) {
      ws.close(SOCKET_CLOSE.tooMany, "too many sockets");
      return;
    }
    ws.data.cancelDeadline = hub.options.clock.after(AUTH_MS, () =>
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
  drain: hub.limits.sent,
  close(ws: HubSocket<Viewer>) {
    ws.data.relay?.close();
    leave(hub, ws);
    hub.limits.left(ws);
  },
});

const socketData = <Viewer>(network = "", caller: Caller | null = null): SocketData<Viewer> => ({
  network,
  caller,
  relay: null,
  isUnsigned: false,
  isCounted: false,
  connected: null,
  watching: new Set(),
  rooms: noRooms(),
  hidden: false,
  cancelDeadline: () => {},
  pinged: false,
  frames: 0,
  second: 0,
});

/** Removes a socket from its company and reports what it no longer watches. */
function leave<Viewer extends Watching>(
  { options, groups, isClosing }: HubState<Viewer>,
  ws: HubSocket<Viewer>,
): void {
  ws.data.cancelDeadline();
  const { connected } = ws.data;
  if (!connected) return;
  const known = groups.of(connected.groupId);
  if (!known.sockets.delete(ws)) return;
  const sockets = (known.users.get(connected.userId) ?? 1) - 1;
  if (sockets > 0) known.users.set(connected.userId, sockets);
  else known.users.delete(connected.userId);
  known.leftAt = options.clock.now();
  // During a server stop the features stop too and must get no further events.
  if (isClosing) return;
  for (const ticketId of ws.data.watching) options.onFrame(connected, { t: "leaveChatBox", ticketId });
  ws.data.watching.clear();
  if (sockets <= 0) options.onPresence(connected, 0);
}

function reloadViewers<Viewer extends Watching>(
  { options, groups }: HubState<Viewer>,
  groupId: number,
  userId: number | undefined,
): void {
  for (const ws of groups.all.get(groupId)?.sockets ?? []) {
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
      sendFrame(ws, { t: "denied", ticketId });
    }
  }
}

/**
 * Every 18 s: closes sockets that did not answer the last ping, pings the others, and sends them the current cursor,
 * so that an idle socket keeps a fresh cursor. A company is deleted when its last socket left longer ago than the age limit
 * of stored events.
 */
function tick<Viewer extends Watching>(hub: HubState<Viewer>): void {
  const { groups, limits, relays } = hub;
  relays.tick();
  const now = hub.options.clock.now();
  for (const [id, known] of groups.all) {
    if (known.sockets.size === 0 && now - known.leftAt > MAX_AGE_MS) {
      groups.all.delete(id);
      continue;
    }
    known.backlog.prune(now);
    for (const ws of known.sockets) {
      if (ws.data.pinged) {
        leave(hub, ws);
        ws.terminate();
        continue;
      }
      ws.data.pinged = true;
      ws.ping();
      limits.sent(ws);
      sendFrame(ws, { t: "tick", cursor: known.backlog.cursor });
    }
  }
}

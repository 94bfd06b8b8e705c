import { MAX_AGE_MS } from "./backlog.ts";
import { SOCKET_CLOSE, SOCKET_PING_MS } from "./contract.ts";
import { createFrameHandler } from "./hub/frame-handler.ts";
import { createGroups } from "./hub/groups.ts";
import { createHubLimits, MAX_WAITING_BYTES } from "./hub/limits.ts";
import type { HubOptions, Watching } from "./hub/options.ts";
import { createPublisher, sendFrame } from "./hub/publisher.ts";
import type { HubSocket, SocketData } from "./hub/socket.ts";
import { noRooms } from "./rooms.ts";

export type { HubOptions } from "./hub/options.ts";
export type { Connected, HubSocket, Identity } from "./hub/socket.ts";

/** Time to authenticate (docs/rules/realtime.md#frames). */
const AUTH_MS = 5000;
const MAX_FRAME_BYTES = 16_384;

/** All websockets of the process, grouped by company; the server alone decides which events a socket receives. */
export function createHub<Viewer extends Watching>(options: HubOptions<Viewer>) {
  const { clock, mayReceive: mayHear } = options;
  const groups = createGroups<Viewer>(clock);
  let closing = false;

  const leave = (ws: HubSocket<Viewer>) => {
    ws.data.cancelDeadline();
    const { connected } = ws.data;
    if (!connected) return;
    const known = groups.of(connected.groupId);
    if (!known.sockets.delete(ws)) return;
    const sockets = (known.users.get(connected.userId) ?? 1) - 1;
    if (sockets > 0) known.users.set(connected.userId, sockets);
    else known.users.delete(connected.userId);
    known.leftAt = options.clock.now();
    // The features are stopping too: no events, no writes.
    if (closing) return;
    for (const ticketId of ws.data.watching) options.onFrame(connected, { t: "leaveChatBox", ticketId });
    ws.data.watching.clear();
    if (sockets <= 0) options.onPresence(connected, 0);
  };

  const limits = createHubLimits<Viewer>({ leave, limitSockets: options.limitSockets });
  const publisher = createPublisher<Viewer>({ clock, groups, mayHear, leave, limits });
  const { publish, flush } = publisher;
  const receive = createFrameHandler(options, groups, publisher, limits);

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
        if (!limits.enter(ws)) {
          ws.close(SOCKET_CLOSE.tooMany, "too many sockets");
          return;
        }
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
      drain: limits.sent,
      close(ws: HubSocket<Viewer>) {
        leave(ws);
        limits.left(ws);
      },
    },
    /** Data for `server.upgrade`. */
    socketData: (network = ""): SocketData<Viewer> => ({
      network,
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
    }),
    publish,
    /** Rights of a user (or of all, without id) changed: recompute; those whose session is over are closed. */
    reload(groupId: number, userId?: number) {
      flush();
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
    },
    ...groups.queries,
    /** Unsent bytes of all sockets. */
    waitingBytes: limits.waitingBytes,
    /**
     * Every 18 s: closes sockets that did not answer the last ping, pings the others, and sends them the current cursor,
     * so that an idle socket keeps a fresh cursor. Companies whose last socket left longer ago than events are kept are
     * forgotten.
     */
    tick() {
      const now = options.clock.now();
      for (const [id, known] of groups.all) {
        if (known.sockets.size === 0 && now - known.leftAt > MAX_AGE_MS) {
          groups.all.delete(id);
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
          limits.sent(ws);
          sendFrame(ws, { t: "tick", cursor: known.backlog.cursor });
        }
      }
    },
    /** Closes every socket with 1001 (going away); clients reconnect. */
    close() {
      flush();
      closing = true;
      for (const known of groups.all.values()) for (const ws of known.sockets) ws.close(1001, "server stops");
    },
  };
}

export type Hub<Viewer extends Watching> = ReturnType<typeof createHub<Viewer>>;

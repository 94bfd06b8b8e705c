import type { Clock } from "#platform/clock.ts";
import { SOCKET_CLOSE } from "#platform/realtime/contract.ts";
import { type HubLimits, MAX_WAITING_BYTES } from "./limits.ts";
import type { OtherCells } from "./options.ts";
import type { HubSocket } from "./socket.ts";

/** Time of the owner to answer the first frame, ms. */
const OPEN_MS = 5000;
/** Frames that wait for the owner, bytes: a page sends a few short ones. */
const MAX_UPSTREAM_BYTES = 262_144;
const MAX_SILENT_TICKS = 2;
/** The page connects again, and finds the owner then. */
const GOING_AWAY = 1001;

/** Passes the frames of one socket to the owner of another cell and back. */
export interface Relay {
  /** Passes a frame of the page on. */
  pass(text: string): void;
  /** The socket of the page has closed. */
  close(): void;
}

/** The sockets of this process that other cells serve. */
export interface Relays<Viewer> {
  /** Gives a socket to another cell; `first`: its first frame. */
  start(ws: HubSocket<Viewer>, cell: number, first: string): void;
  /** Pings the pages, and closes sockets whose page or owner is silent. Called every 18 s, as the owner's. */
  tick(): void;
  closeAll(): void;
}

interface Relayed {
  readonly upstream: WebSocket;
  /** Ticks since the owner sent something; it sends a frame of its own in each period. */
  silentTicks: number;
}

/**
 * Relays sockets to the owners of other cells (docs/rules/cells.md#sockets). Rights, cursor and epoch are those of the
 * owner; limits per network, frame size and unsent bytes are those of this process.
 */
export function createRelays<Viewer>(options: {
  readonly clock: Clock;
  readonly limits: HubLimits<Viewer>;
  readonly elsewhere: OtherCells | undefined;
}): Relays<Viewer> {
  const { clock, limits, elsewhere } = options;
  const relayed = new Map<HubSocket<Viewer>, Relayed>();

  const end = (ws: HubSocket<Viewer>, code: number, reason: string) => {
    relayed.get(ws)?.upstream.close();
    relayed.delete(ws);
    ws.close(code, reason);
  };

  function start(ws: HubSocket<Viewer>, cell: number, first: string): void {
    const { caller } = ws.data;
    // A forwarded socket whose company has just moved is not forwarded again.
    const upstream = caller && !caller.isForwarded ? elsewhere?.open(cell, caller) : null;
    ws.data.cancelDeadline();
    if (!upstream) {
      ws.close(GOING_AWAY, "no owner");
      return;
    }
    const known: Relayed = { upstream, silentTicks: 0 };
    relayed.set(ws, known);
    ws.data.cancelDeadline = clock.after(OPEN_MS, () => end(ws, GOING_AWAY, "no owner"));
    const waiting = [first];
    let waitingBytes = first.length;
    ws.data.relay = {
      pass(text) {
        if (upstream.readyState === WebSocket.CONNECTING) {
          waiting.push(text);
          waitingBytes += text.length;
          if (waitingBytes > MAX_UPSTREAM_BYTES) end(ws, SOCKET_CLOSE.badFrame, "too many frames");
          return;
        }
        if (upstream.bufferedAmount > MAX_UPSTREAM_BYTES) end(ws, SOCKET_CLOSE.tooSlow, "owner too slow");
        else upstream.send(text);
      },
      close() {
        relayed.delete(ws);
        upstream.close();
      },
    };
    upstream.onopen = () => {
      if (relayed.get(ws) !== known) upstream.close();
      else for (const text of waiting.splice(0)) upstream.send(text);
    };
    upstream.onmessage = ({ data }) => {
      if (relayed.get(ws) !== known || typeof data !== "string") return;
      if (ws.data.isUnsigned) {
        // The owner answers valid tokens only; it closes the socket of others.
        ws.data.cancelDeadline();
        limits.signedIn(ws);
      }
      known.silentTicks = 0;
      ws.send(data);
      if (ws.getBufferedAmount() > MAX_WAITING_BYTES) end(ws, SOCKET_CLOSE.tooSlow, "too slow");
      else limits.sent(ws);
    };
    upstream.onclose = ({ code, reason }) => {
      if (relayed.get(ws) !== known) return;
      end(ws, code === 1000 || code >= 4000 ? code : GOING_AWAY, reason);
    };
    upstream.onerror = () => undefined;
  }

  return {
    start,
    tick() {
      for (const [ws, known] of relayed) {
        if (ws.data.pinged) {
          end(ws, GOING_AWAY, "page silent");
          ws.terminate();
          continue;
        }
        if (known.silentTicks >= MAX_SILENT_TICKS) {
          end(ws, GOING_AWAY, "owner silent");
          continue;
        }
        known.silentTicks += 1;
        ws.data.pinged = true;
        ws.ping();
        limits.sent(ws);
      }
    },
    closeAll() {
      for (const ws of [...relayed.keys()]) end(ws, GOING_AWAY, "server stops");
    },
  };
}

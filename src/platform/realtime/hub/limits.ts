import { memoryShare } from "#platform/process/memory-limit.ts";
import type { HubSocket } from "./socket.ts";

/** Maximum number of open sockets; a further one is closed with 4430 (docs/rules/limits.md#live-sockets). */
export const SOCKETS = { person: 30, company: 2000, network: 2000, unsigned: 200 } as const;
/** Maximum unsent bytes of one socket: above it the socket is closed and its page resyncs (docs/rules/realtime.md#slow-clients, R11). */
export const MAX_WAITING_BYTES = 1_048_576;
/**
 * Maximum unsent bytes of all sockets: 64 MB, less on a machine below 1 GB. Above it the slowest sockets are closed until
 * three quarters are left.
 */
const ALL_WAITING_BYTES = memoryShare(16, 24, 64);

export interface HubLimits<Viewer> {
  /** Counts a new socket; false when its network has too many sockets, or too many that have not signed in. */
  enter(ws: HubSocket<Viewer>): boolean;
  signedIn(ws: HubSocket<Viewer>): void;
  left(ws: HubSocket<Viewer>): void;
  /** Call it after a frame was sent to a socket or its connection drained. */
  sent(ws: HubSocket<Viewer>): void;
  /** Unsent bytes of all sockets, at their last `sent`. */
  waitingBytes(): number;
}

/** Counts sockets and their unsent bytes; a closing socket counts until it is closed. */
export function createHubLimits<Viewer>(options: {
  /** Removes a socket from its company before it is terminated. */
  readonly leave: (ws: HubSocket<Viewer>) => void;
  /** False: no limit of the number of sockets (`RATE_LIMITS=off`). */
  readonly limitSockets: boolean;
  readonly allWaitingBytes?: number;
}): HubLimits<Viewer> {
  const budget = options.allWaitingBytes ?? ALL_WAITING_BYTES;
  const networks = new Map<string, { sockets: number; unsigned: number }>();
  const waiting = new Map<HubSocket<Viewer>, number>();
  let total = 0;

  const note = (ws: HubSocket<Viewer>, bytes: number) => {
    total += bytes - (waiting.get(ws) ?? 0);
    if (bytes > 0) waiting.set(ws, bytes);
    else waiting.delete(ws);
  };
  const cutSlowest = () => {
    const slowest = [...waiting].sort(([, a], [, b]) => b - a);
    for (const [ws] of slowest) {
      if (total <= budget * 0.75) return;
      options.leave(ws);
      note(ws, 0);
      // Closing the socket frees its unsent bytes immediately; the page reconnects and requests the missed events.
      ws.terminate();
    }
  };
  return {
    enter(ws) {
      const { network } = ws.data;
      const count = networks.get(network) ?? { sockets: 0, unsigned: 0 };
      networks.set(network, count);
      count.sockets += 1;
      count.unsigned += 1;
      ws.data.isUnsigned = true;
      ws.data.isCounted = true;
      return (
        !options.limitSockets || (count.sockets <= SOCKETS.network && count.unsigned <= SOCKETS.unsigned)
      );
    },
    signedIn(ws) {
      const count = networks.get(ws.data.network);
      if (count && ws.data.isUnsigned) count.unsigned -= 1;
      ws.data.isUnsigned = false;
    },
    left(ws) {
      note(ws, 0);
      const { network, isUnsigned, isCounted } = ws.data;
      const count = networks.get(network);
      if (!count || !isCounted) return;
      ws.data.isCounted = false;
      count.sockets -= 1;
      if (isUnsigned) count.unsigned -= 1;
      if (count.sockets <= 0) networks.delete(network);
    },
    sent(ws) {
      note(ws, ws.getBufferedAmount());
      if (total > budget) cutSlowest();
    },
    waitingBytes: () => total,
  };
}

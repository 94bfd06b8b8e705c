import { connect } from "node:net";
import type { Clock } from "#platform/clock.ts";

/** Longest time to open a connection, ms. */
const CONNECT_MS = 2000;
/** Pause between attempts while answers are awaited, ms. */
const AGAIN_MS = 1000;

/**
 * Notices that the machine behind an address no longer answers, while requests wait for it. The runtime's fetch has no limit for
 * opening a connection, and an answer may take as long as its handler.
 */
export interface Reachability {
  /** Calls `onLost` when no connection can be opened. The returned function ends that; `isAnswered`: the answer has begun. */
  watch(onLost: () => void): (isAnswered: boolean) => void;
}

/** `isOpen`: whether a connection can be opened; replaced by tests. */
export function watchReachability(
  address: string,
  clock: Clock,
  isOpen: (address: string) => Promise<boolean> = canConnect,
): Reachability {
  const waiting = new Set<() => void>();
  let heardMs = Number.NEGATIVE_INFINITY;
  let isLooking = false;

  async function look(): Promise<void> {
    isLooking = true;
    while (waiting.size > 0) {
      if (clock.now() - heardMs >= AGAIN_MS) {
        if (await isOpen(address)) heardMs = clock.now();
        else {
          const lost = [...waiting];
          waiting.clear();
          for (const onLost of lost) onLost();
        }
      }
      if (waiting.size > 0) await new Promise<void>((resolve) => void clock.after(AGAIN_MS, resolve));
    }
    isLooking = false;
  }

  return {
    watch(onLost) {
      const entry = () => onLost();
      waiting.add(entry);
      if (!isLooking) void look();
      return (isAnswered) => {
        waiting.delete(entry);
        if (isAnswered) heardMs = clock.now();
      };
    },
  };
}

function canConnect(address: string): Promise<boolean> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || "443") });
    const end = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.setTimeout(CONNECT_MS, () => end(false));
    socket.on("connect", () => end(true));
    socket.on("error", () => end(false));
  });
}

import type { Heartbeat } from "#cluster/lease/lease.ts";
import type { Clock } from "#platform/clock.ts";

/** A node whose heartbeat has not changed for this long counts as dead, ms. */
const ALIVE_MS = 10_000;
/** How long a command waits for a change of every heartbeat, ms. Nodes send one each second. */
const LOOK_MS = 2500;
const STEP_MS = 250;

/**
 * Which nodes are alive. The wall clocks of the nodes are not compared: a heartbeat counts from the moment at which this process
 * saw that it had changed, by its own monotonic clock (docs/rules/cluster.md#alive).
 */
export interface HeartbeatWatch {
  saw(heartbeats: readonly Heartbeat[]): void;
  /** True if its heartbeat changed in the last 10 s. False before this process has seen a change. */
  isAlive(node: string): boolean;
  /** Since when its heartbeat has not changed, or since this process first saw it, ms. */
  silentMs(node: string): number;
}

interface Seen {
  readonly atMs: number;
  readonly sinceMs: number;
  readonly hasChanged: boolean;
}

export function createHeartbeatWatch(clock: Clock): HeartbeatWatch {
  const seen = new Map<string, Seen>();
  const silentMs = (node: string) => clock.now() - (seen.get(node)?.sinceMs ?? clock.now());
  return {
    saw(heartbeats) {
      for (const { node, atMs } of heartbeats) {
        const known = seen.get(node);
        if (known?.atMs === atMs) continue;
        seen.set(node, { atMs, sinceMs: clock.now(), hasChanged: known !== undefined });
      }
    },
    isAlive: (node) => (seen.get(node)?.hasChanged ?? false) && silentMs(node) < ALIVE_MS,
    silentMs,
  };
}

/**
 * Reads the heartbeats until each has changed once, at most for 2.5 s; for commands, which have not watched them before, and for an
 * owner, which may not have watched a new node yet. `read`: the heartbeats of one cell or of all.
 */
export async function lookAtHeartbeats(
  read: () => Promise<readonly Heartbeat[]>,
  clock: Clock,
  watch: HeartbeatWatch = createHeartbeatWatch(clock),
): Promise<{ readonly heartbeats: readonly Heartbeat[]; readonly watch: HeartbeatWatch }> {
  for (let passed = 0; ; passed += STEP_MS) {
    const heartbeats = await read();
    watch.saw(heartbeats);
    if (passed >= LOOK_MS || heartbeats.every(({ node }) => watch.isAlive(node)))
      return { heartbeats, watch };
    await new Promise<void>((resolve) => void clock.after(STEP_MS, resolve));
  }
}

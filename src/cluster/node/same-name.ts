import type { LeaseStore } from "#cluster/lease/lease.ts";
import type { Clock } from "#platform/clock.ts";
import { OperatorError } from "#platform/errors.ts";

/** Longer than two heartbeats, ms. */
const LISTEN_MS = 2600;
const STEP_MS = 200;

/**
 * Two nodes of one name, for example a cloned machine, overwrite each other's heartbeat, so that the owner misses the slower one.
 * Listens before this node sends its first heartbeat. Throws OperatorError while another process of this name runs.
 */
export async function refuseSameName(leases: LeaseStore, node: string, clock: Clock): Promise<void> {
  // One change may be the last heartbeat of this node's former process, on its way.
  const seen = new Set<number>();
  for (let passed = 0; passed <= LISTEN_MS; passed += STEP_MS) {
    // NATS may not answer. The check then finds no other node, but this node cannot get the lease of the cell either.
    const heartbeats = await leases.allHeartbeats().catch(() => []);
    const own = heartbeats.find((heartbeat) => heartbeat.node === node);
    if (own) seen.add(own.atMs);
    else if (passed === 0) return;
    if (seen.size > 2)
      throw new OperatorError(
        `another node of the cluster runs under the name ${node}: set CLUSTER_NODE to a name that no other node has`,
      );
    await new Promise<void>((resolve) => void clock.after(STEP_MS, resolve));
  }
}

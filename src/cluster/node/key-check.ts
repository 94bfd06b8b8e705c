import { createHmac, hkdfSync } from "node:crypto";
import type { Heartbeat, LeaseStore } from "#cluster/lease/lease.ts";
import type { Clock } from "#platform/clock.ts";
import { OperatorError } from "#platform/errors.ts";
import { lookAtHeartbeats } from "./heartbeat-watch.ts";

/** Compares installation keys without revealing them: each heartbeat carries an HMAC over its own name and time. */
export interface KeyCheck {
  prove(heartbeat: Heartbeat): string;
  /** Null for the heartbeat of a program that sends no proof. */
  isSame(heartbeat: Heartbeat): boolean | null;
}

/** `secret`: the installation key (`APP_SECRET`) of this node. */
export function createKeyCheck(secret: string): KeyCheck {
  const key = Buffer.from(hkdfSync("sha256", secret, "balcao cell log", "key check", 32));
  const prove = ({ node, atMs }: Heartbeat) =>
    createHmac("sha256", key).update(`${atMs} ${node}`).digest("base64url");
  return {
    prove,
    isSame: (heartbeat) =>
      heartbeat.proof === undefined || heartbeat.proof === "" ? null : heartbeat.proof === prove(heartbeat),
  };
}

/** Wraps the lease store: the heartbeats of this node carry the proof of its key. */
export const withProof = (leases: LeaseStore, { prove }: KeyCheck): LeaseStore => ({
  ...leases,
  beat: (heartbeat, options) => leases.beat({ ...heartbeat, proof: prove(heartbeat) }, options),
});

/** Names of the running nodes that have another installation key. */
export const otherKeys = (
  heartbeats: readonly Heartbeat[],
  { isSame }: KeyCheck,
  isAlive: (node: string) => boolean,
): readonly string[] =>
  heartbeats
    .filter((heartbeat) => isAlive(heartbeat.node) && isSame(heartbeat) === false)
    .map(({ node }) => node);

/**
 * Throws OperatorError while a running node has another installation key. Without this check a node that cannot read the log
 * would discard its copy (docs/rules/cluster.md#secrets).
 */
export async function refuseOtherKey(leases: LeaseStore, check: KeyCheck, clock: Clock): Promise<void> {
  const seen = await lookAtHeartbeats(leases.allHeartbeats, clock).catch(() => null);
  // NATS does not answer. The check is skipped, but this node cannot follow without NATS either.
  if (!seen) return;
  const others = otherKeys(seen.heartbeats, check, seen.watch.isAlive);
  if (others.length > 0)
    throw new OperatorError(
      `APP_SECRET differs from that of ${others.join(" and ")}: set the same one on all nodes. The files of this node were not changed`,
    );
}

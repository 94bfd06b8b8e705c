import { accessSync, constants, statfsSync } from "node:fs";
import { json } from "#platform/http/respond.ts";

/** Minimum free space on the data disk for `/readyz`, bytes. */
const MIN_FREE_BYTES = 64 * 1024 * 1024;

/** Checks of `/readyz`; each returns true when it passes. */
export interface Readiness {
  readonly [check: string]: () => boolean;
}

/** Whether the data directory is writable and its disk has enough free space. */
export function diskReady(directory: string): boolean {
  accessSync(directory, constants.W_OK);
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize >= MIN_FREE_BYTES;
}

/** `/healthz`: the process answers. Needs no Host header and no session. */
export const healthAnswer = (): Response => json({ status: "ok" });

/** `/readyz`: 200 when every check passes, else 503 with the names of the checks, without reasons. */
export function readinessAnswer(readiness: Readiness): Response {
  const checks = Object.fromEntries(Object.entries(readiness).map(([name, check]) => [name, passes(check)]));
  const ready = Object.values(checks).every(Boolean);
  return json({ status: ready ? "ready" : "not ready", checks }, ready ? 200 : 503);
}

/**
 * `/ownerz?cell=N` (docs/rules/cluster.md#ownerz): 200 only on the owner of that cell while its lease is valid. Proxies send
 * requests to the node that answers 200. Without `cell`: cell 1.
 */
export function ownerAnswer(owns: (cell: number) => boolean, url: string): Response {
  const cell = Number(/[?&]cell=([^&#]*)/.exec(url)?.[1] ?? 1);
  const isOwner = owns(cell);
  return json({ status: isOwner ? "owner" : "not owner" }, isOwner ? 200 : 503);
}

function passes(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}

import type { Installation } from "#tenants/installation.ts";
import type { Subprocess } from "./spawn.ts";

/** Subprocesses of this server that process archives; a stop of the server ends them. */
const running = new WeakMap<Installation, Set<Subprocess>>();

/** Registers a subprocess until it has ended. */
export async function trackSubprocess<T>(
  installation: Installation,
  apart: Subprocess,
  work: Promise<T>,
): Promise<T> {
  const all = running.get(installation) ?? new Set();
  running.set(installation, all);
  all.add(apart);
  try {
    return await work;
  } finally {
    all.delete(apart);
  }
}

/**
 * Stops all subprocesses; scheduled tasks start again at their next time, the others only when a user starts them.
 */
export async function stopSubprocesses(installation: Installation): Promise<void> {
  const all = [...(running.get(installation) ?? [])];
  for (const apart of all) apart.end();
  await Promise.allSettled(all.map(({ done }) => done));
}

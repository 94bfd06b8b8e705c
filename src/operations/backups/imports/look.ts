import { BackupError } from "#operations/backups/archive/errors.ts";
import { trackSubprocess } from "#operations/backups/subprocess/running.ts";
import { spawnTask } from "#operations/backups/subprocess/spawn.ts";
import type { Installation } from "#tenants/installation.ts";
import { fail } from "./fail.ts";
import { importFile, step, storeContent } from "./rows.ts";

/** Inspects a complete archive in a subprocess, so that this process does not parse a file from outside. */
export function lookInto(installation: Installation, id: number): void {
  void look(installation, id).catch((error: unknown) => fail(installation, id, error));
}

async function look(installation: Installation, id: number): Promise<void> {
  const { system, config, clock } = installation;
  const task = { kind: "look" as const, config, nowMs: clock.now(), path: importFile(installation, id) };
  const apart = spawnTask(task);
  const told = await trackSubprocess(installation, apart, apart.done);
  if (!("content" in told)) throw new BackupError("a look answers what it saw", "failed");
  storeContent(system, id, told.content);
  step(system, id, "looking", "ready", clock.now());
}

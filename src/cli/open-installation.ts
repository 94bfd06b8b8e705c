import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Config, loadConfig } from "#config.ts";
import { systemClock } from "#platform/clock.ts";
import { createLog } from "#platform/log.ts";
import type { Installation } from "#tenants/installation.ts";
import { startInstallation } from "#tenants/start-installation.ts";
import { CommandError } from "./command.ts";
import { refuseUnsafeDirectory } from "./data-directory.ts";

/**
 * Opens the databases without a server, for commands; releases the data directory afterwards. Throws DirectoryInUse while
 * the server runs, and CommandError without an installation unless `mayBegin`.
 */
export async function withInstallation<T>(
  work: (installation: Installation, config: Config) => T | Promise<T>,
  { mayBegin = false } = {},
): Promise<T> {
  const config = loadConfig(process.env);
  refuseUnsafeDirectory(config.dataDir);
  if (!mayBegin) requireInstallation(config.dataDir);
  const { installation, close } = startInstallation({
    config,
    clock: systemClock,
    log: createLog("silent"),
  });
  try {
    return await work(installation, config);
  } finally {
    close();
  }
}

/** Throws CommandError without an installation: a mistyped DATA_DIR must not create a second one. */
export function requireInstallation(directory: string): void {
  if (!existsSync(join(directory, "system.sqlite")))
    throw new CommandError(
      `there is no installation in ${directory}: set DATA_DIR, or CONFIG_FILE that contains it`,
    );
}

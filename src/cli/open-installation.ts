import { type Config, loadConfig } from "#config.ts";
import { systemClock } from "#platform/clock.ts";
import { createLog } from "#platform/log.ts";
import type { Installation } from "#tenants/installation.ts";
import { startInstallation } from "#tenants/start-installation.ts";
import { refuseUnsafeDirectory } from "./data-directory.ts";

/**
 * The databases without a server, for commands; gives the data directory back afterwards. Throws DirectoryInUse while
 * the server runs.
 */
export async function withInstallation<T>(
  work: (installation: Installation, config: Config) => T | Promise<T>,
): Promise<T> {
  const config = loadConfig(process.env);
  refuseUnsafeDirectory(config.dataDir);
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

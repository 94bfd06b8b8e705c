import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "#config.ts";
import { systemMigrations } from "#migrations/system/index.ts";
import type { Clock } from "#platform/clock.ts";
import { secretsOf } from "#platform/crypto/key-ring.ts";
import { typed } from "#platform/db/database.ts";
import { closeWal } from "#platform/db/deferred-sync.ts";
import { migrate } from "#platform/db/migrate.ts";
import { openDatabase } from "#platform/db/open.ts";
import { createBus, filteredBus } from "#platform/events/bus.ts";
import { newUuid } from "#platform/ids.ts";
import type { Log } from "#platform/log.ts";
import { createPorts } from "#platform/ports.ts";
import type { Installation } from "./installation.ts";
import { lockDirectory } from "./lock.ts";
import { createTenants } from "./registry.ts";
import type { Tenant, TenantUnit } from "./tenant.ts";
import { RealtimePort } from "./viewer.ts";

export interface InstallationOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Locks the data directory and opens the system database. Throws DirectoryInUse, MigrationError. `close` closes the
 * databases and releases the lock.
 */
export function startInstallation(options: InstallationOptions): {
  installation: Installation;
  close: () => void;
} {
  const { config, clock, log } = options;
  const dataDirectory = config.dataDir;
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  const unlock = lockDirectory(dataDirectory);
  try {
    const path = join(dataDirectory, "system.sqlite");
    const client = openDatabase(path, { durability: "full" });
    migrate(client, systemMigrations, clock.now(), path);
    const bus = createBus<TenantUnit, Tenant>((event, error) =>
      log.error({ event, err: error }, "listener failed"),
    );
    const ports = createPorts();
    const parts = {
      config,
      dataDirectory,
      clock,
      log,
      bus,
      live: filteredBus(bus, (tenant) => ports.use(RealtimePort).hasListeners(tenant.id)),
      secrets: secretsOf(config),
      ports,
      system: typed(client),
      ownerId: newUuid(),
    };
    const installation: Installation = { ...parts, tenants: createTenants(parts, () => installation) };
    return {
      installation,
      close() {
        installation.tenants.close();
        closeWal(client);
        client.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

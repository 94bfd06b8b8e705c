import { mkdirSync } from "node:fs";
import { join, relative } from "node:path";
import type { Config } from "#config.ts";
import { systemMigrations, systemSnapshot } from "#migrations/system/index.ts";
import type { OwnedCell } from "#platform/cell.ts";
import { type Cells, oneCell } from "#platform/cells.ts";
import type { Clock } from "#platform/clock.ts";
import { secretsOf } from "#platform/crypto/key-ring.ts";
import { type Db, typed } from "#platform/db/database.ts";
import { guardDoors } from "#platform/db/durability/doors.ts";
import type { Durability } from "#platform/db/durability/durability.ts";
import { createLocalDurability } from "#platform/db/durability/local.ts";
import { migrate } from "#platform/db/migrate.ts";
import { openDatabase } from "#platform/db/open.ts";
import { onChangedPath } from "#platform/db/ship/changed-paths.ts";
import { createBus, filteredBus } from "#platform/events/bus.ts";
import { newUuid } from "#platform/ids.ts";
import type { Log } from "#platform/log.ts";
import { createPorts } from "#platform/ports.ts";
import type { RemoteMedia } from "#platform/remote-media.ts";
import type { SharedRows } from "#platform/shared-rows.ts";
import type { Installation } from "./installation.ts";
import { lockDirectory } from "./lock.ts";
import { arrivingFrom } from "./moving/rows.ts";
import { createTenants } from "./registry.ts";
import type { Tenant, TenantUnit } from "./tenant.ts";
import { RealtimePort } from "./viewer.ts";

export interface InstallationOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly cell?: OwnedCell | null;
  /** The cells of the installation; absent: this one alone. */
  readonly cells?: Cells;
  /** The store of the rows that all cells share; absent: none. */
  readonly sharedRows?: SharedRows | null;
  /** The media storage besides the data directory; absent: none. */
  readonly media?: RemoteMedia | null;
  /** The local disk, when absent. */
  readonly durability?: Durability;
}

/** A company that another cell is moving here is not here until it is open (docs/rules/cells.md#move). */
const withArrivals = (cells: Cells, system: Db): Cells =>
  cells.moves === null
    ? cells
    : { ...cells, ofCompany: (id) => arrivingFrom(system, id) ?? cells.ofCompany(id) };

/**
 * Locks the data directory and opens the system database. Throws DirectoryInUse, MigrationError. `close` closes the
 * databases and releases the lock.
 */
export function startInstallation(options: InstallationOptions): {
  installation: Installation;
  close: () => void;
} {
  const { config, clock, log, durability = createLocalDurability() } = options;
  const dataDirectory = config.dataDir;
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  const unlock = lockDirectory(dataDirectory, { isArchived: durability.opening.onCommit !== undefined });
  const release = guardDoors(durability);
  const { changed, placed } = durability;
  const nameOf = (path: string) => relative(dataDirectory, path);
  onChangedPath(
    changed && {
      changed: (path) => changed(nameOf(path)),
      ...(placed && { placed: (path) => placed(nameOf(path)) }),
    },
  );
  try {
    const path = join(dataDirectory, "system.sqlite");
    const client = openDatabase(path, durability.opening);
    migrate(client, systemMigrations, clock.now(), { path, snapshot: systemSnapshot });
    durability.opened(client);
    const bus = createBus<TenantUnit, Tenant>((event, error) =>
      log.error({ event, err: error }, "listener of an event failed after the commit"),
    );
    const ports = createPorts();
    const system = typed(client);
    const parts = {
      config,
      dataDirectory,
      clock,
      log,
      bus,
      live: filteredBus(bus, (tenant) => ports.use(RealtimePort).hasListeners(tenant.id)),
      secrets: secretsOf(config),
      durability,
      ports,
      system,
      ownerId: newUuid(),
      cell: options.cell ?? null,
      cells: withArrivals(options.cells ?? oneCell(options.cell?.number), system),
      sharedRows: options.sharedRows ?? null,
      media: options.media ?? null,
    };
    const installation: Installation = { ...parts, tenants: createTenants(parts, () => installation) };
    return {
      installation,
      close() {
        installation.tenants.close();
        durability.closing(client);
        client.close();
        release();
        unlock();
      },
    };
  } catch (error) {
    release();
    unlock();
    throw error;
  }
}

import { rmSync } from "node:fs";
import { join } from "node:path";
import { createApp } from "#app.ts";
import { createArchiveService } from "#cluster/archive/archive-service.ts";
import { archiveGauges } from "#cluster/archive/gauges.ts";
import { mediaGauges } from "#cluster/media/gauges.ts";
import { openRemoteMedia } from "#cluster/media/open-media.ts";
import { clusterGauges } from "#cluster/node/gauges.ts";
import { type Config, loadConfig } from "#config.ts";
import { isRotating, reencryptSecrets } from "#operations/backups/index.ts";
import product from "#package.json" with { type: "json" };
import { createLocalDurability } from "#platform/db/durability/local.ts";
import { POSITION_FILE } from "#platform/db/ship/position.ts";
import { type Assets, createAssets } from "#platform/http/web-files/assets.ts";
import { createLog } from "#platform/log.ts";
import { lockDirectory } from "#tenants/lock.ts";
import type { Command } from "./command.ts";
import { isNodeDirectory, refuseUnsafeDirectory } from "./data-directory.ts";
import { makeFirstSuperUser, printStarted } from "./first-run.ts";
import { argsOf } from "./options.ts";
import { endSoon, leave, untilStopped } from "./signals.ts";

export const ROOT = join(import.meta.dir, "../..");

export const serve: Command = {
  usage: "[--dev]",
  summary: "Run the server; --dev rebuilds and reloads changed pages",
  async run(args) {
    const { dev } = argsOf(args, { options: { dev: { type: "boolean", default: false } } }).values;
    const config = loadConfig(process.env);
    refuseUnsafeDirectory(config.dataDir);
    const assets = await createAssets({
      root: ROOT,
      ...(dev && { rebuildFailed: (error: unknown) => console.error(error) }),
    });
    if (config.clusterNatsUrls !== null) return serveAsNode(config, assets, true);
    leaveCluster(config.dataDir);
    finishRotation(config);
    const log = createLog(config.logLevel);
    const archive = createArchiveService({ config, log, product: product.version });
    const media = openRemoteMedia({ config, nats: null });
    const app = createApp({
      config,
      log,
      assets,
      media,
      ...(archive && { durability: createLocalDurability(archive.observer) }),
      gauges: {
        ...clusterGauges(() => null),
        ...archiveGauges(() => archive?.state ?? null, Date.now, config.archiveSnapshotHours),
        ...mediaGauges(media),
      },
    });
    try {
      archive?.start();
      await makeFirstSuperUser(app.installation, config);
      const { url } = await app.start();
      printStarted(app.installation, url);
      await untilStopped();
    } finally {
      await app.stop();
      await archive?.stop();
    }
    return leave();
  },
};

/** Runs this process as a node of a cluster until it is stopped. */
export async function serveAsNode(config: Config, assets: Assets, mayPromote: boolean): Promise<never> {
  const { serveNode } = await import("./cluster/serve-node.ts");
  try {
    await serveNode({ config, assets, mayPromote });
  } catch (error) {
    // End the process, because otherwise its service manager would not start it again.
    endSoon();
    throw error;
  }
  return leave();
}

/**
 * Makes sure that a directory which was taken out of its cluster never continues the log, because the log lacks everything that
 * is written from now on. Throws DirectoryInUse.
 */
function leaveCluster(directory: string): void {
  if (!isNodeDirectory(directory)) return;
  const unlock = lockDirectory(directory);
  rmSync(join(directory, POSITION_FILE), { force: true });
  unlock();
}

/** Completes an interrupted key rotation before anything is read. Throws DirectoryInUse. */
function finishRotation(place: Config): void {
  if (!isRotating(place)) return;
  const unlock = lockDirectory(place.dataDir);
  try {
    reencryptSecrets({
      place,
      dryRun: false,
      onFile({ name, problem }) {
        if (problem !== null) console.error(`rotate-key: ${name}: ${problem}`);
      },
    });
  } finally {
    unlock();
  }
}

import { join } from "node:path";
import { createSuperUser, isSetUpOpen, newSetUpCode } from "#accounts/auth/index.ts";
import { createApp } from "#app.ts";
import { type Config, loadConfig } from "#config.ts";
import { isRotating, reencryptSecrets } from "#operations/backups/index.ts";
import { createAssets } from "#platform/http/web-files/assets.ts";
import type { Installation } from "#tenants/installation.ts";
import { lockDirectory } from "#tenants/lock.ts";
import type { Command } from "./command.ts";
import { refuseUnsafeDirectory } from "./data-directory.ts";
import { argsOf } from "./options.ts";
import { leave, untilStopped } from "./signals.ts";

const ROOT = join(import.meta.dir, "../..");

export const serve: Command = {
  usage: "[--dev]",
  summary: "Run the server; --dev rebuilds and reloads changed pages",
  async run(args) {
    const { dev } = argsOf(args, { options: { dev: { type: "boolean", default: false } } }).values;
    const config = loadConfig(process.env);
    refuseUnsafeDirectory(config.dataDir);
    finishRotation(config);
    const assets = await createAssets({
      root: ROOT,
      ...(dev && { rebuildFailed: (error: unknown) => console.error(error) }),
    });
    const app = createApp({ config, assets });
    try {
      await makeFirstSuperUser(app.installation, config);
      const { url } = await app.start();
      console.log(`Balcão listens on ${url}`);
      if (isSetUpOpen(app.installation))
        console.log(`First run: open ${url}/setup#${newSetUpCode(app.installation)}`);
      await untilStopped();
    } finally {
      await app.stop();
    }
    return leave();
  },
};

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

/** `SUPER_EMAIL` and `SUPER_PASSWORD` create the super user at the first start; later starts ignore them. */
async function makeFirstSuperUser(installation: Installation, config: Config): Promise<void> {
  const { superEmail: email, superPassword: password } = config;
  if (email === null || password === null || !isSetUpOpen(installation)) return;
  await createSuperUser(installation, { name: "Admin", email, password, companyName: "Balcão" });
}

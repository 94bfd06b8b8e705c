import { auditCommand } from "#accounts/audit/index.ts";
import { type Config, loadConfig } from "#config.ts";
import { beginRotation, isRotating, reencryptSecrets } from "#operations/backups/index.ts";
import { lockDirectory } from "#tenants/lock.ts";
import { type Command, CommandError } from "./command.ts";
import { refuseUnsafeDirectory } from "./data-directory.ts";
import { requireInstallation } from "./open-installation.ts";
import { argsOf } from "./options.ts";

const OPTIONS = { "dry-run": { type: "boolean", default: false } } as const;

export const rotateKey: Command = {
  usage: "[--dry-run]",
  summary: "Take a new installation key and seal every stored secret with it; the server must be stopped",
  run(args) {
    const { "dry-run": dryRun } = argsOf(args, { options: OPTIONS }).values;
    const config = loadConfig(process.env);
    refuseUnsafeDirectory(config.dataDir);
    requireInstallation(config.dataDir);
    const unlock = lockDirectory(config.dataDir);
    try {
      return rotate(config, dryRun);
    } finally {
      unlock();
    }
  },
};

function rotate(place: Config, dryRun: boolean): number {
  if (isRotating(place)) console.log("going on with the rotation that was begun");
  else if (place.appSecret !== null)
    throw new CommandError(
      "the key comes from APP_SECRET: put the new key there and the old one into APP_SECRET_OLD, then call this again",
    );
  else if (!dryRun) beginRotation(place);
  const { sealed, problems, retired } = reencryptSecrets({
    place,
    dryRun,
    onFile({ name, sealed: here, problem }) {
      if (problem !== null) console.error(`${name}: ${problem}`);
      else console.log(`${name}: ${here} secrets`);
    },
  });
  if (dryRun) {
    console.log(`dry run: nothing was changed; ${sealed} secrets would be sealed with the new key`);
    return problems === 0 ? 0 : 1;
  }
  auditCommand(place.dataDir, {
    kind: "key",
    action: "rotated",
    command: "balcao rotate-key",
    details: { count: sealed },
  });
  console.log(`${sealed} secrets are sealed with the new key`);
  if (problems > 0) {
    console.error(
      `${problems} files could not be done and the old key stays: repair or restore them, then call this again`,
    );
    return 1;
  }
  for (const name of retired)
    console.log(
      `the old key is in ${name}: keep it with the backups made before, and remove it with the last of them`,
    );
  if (place.appSecretOld !== null)
    console.log("APP_SECRET_OLD can go now; keep that key with the backups made before");
  console.log("everybody signs in again; a payment gateway's notices must be set up again (settings page)");
  return 0;
}

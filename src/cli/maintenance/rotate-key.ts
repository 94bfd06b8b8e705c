import { auditCommand } from "#accounts/audit/index.ts";
import { type Command, CommandError } from "#cli/command.ts";
import { refuseNodeDirectory, refuseUnsafeDirectory, requireInstallation } from "#cli/data-directory.ts";
import { argsOf } from "#cli/options.ts";
import { type Config, loadConfig } from "#config.ts";
import { beginRotation, isRotating, reencryptSecrets } from "#operations/backups/index.ts";
import { lockDirectory } from "#tenants/lock.ts";

const OPTIONS = { "dry-run": { type: "boolean", default: false } } as const;

export const rotateKey: Command = {
  usage: "[--dry-run]",
  summary:
    "Create a new installation key and encrypt every stored secret with it; the server must be stopped",
  run(args) {
    const { "dry-run": dryRun } = argsOf(args, { options: OPTIONS }).values;
    const config = loadConfig(process.env);
    refuseUnsafeDirectory(config.dataDir);
    refuseNodeDirectory(config.dataDir);
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
  if (isRotating(place)) console.log("continuing the interrupted rotation");
  else if (place.appSecret !== null)
    throw new CommandError(
      "the key comes from APP_SECRET: put the new key there and the old one into APP_SECRET_OLD, then run this again",
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
    console.log(`dry run: nothing was changed; ${sealed} secrets would be encrypted with the new key`);
    return problems === 0 ? 0 : 1;
  }
  auditCommand(place.dataDir, {
    kind: "key",
    action: "rotated",
    command: "balcao rotate-key",
    details: { count: sealed },
  });
  console.log(`${sealed} secrets are encrypted with the new key`);
  if (problems > 0) {
    console.error(
      `${problems} files could not be processed, so the old key stays: repair or restore them, then run this again`,
    );
    return 1;
  }
  for (const name of retired)
    console.log(`the old key is in ${name}: keep it as long as you keep backups made before this rotation`);
  if (place.appSecretOld !== null)
    console.log("APP_SECRET_OLD is no longer needed; keep that key with the backups made before");
  console.log(
    "all users must sign in again; set up the payment gateway's notifications again (settings page)",
  );
  return 0;
}

import { auditCommand } from "#accounts/audit/index.ts";
import { type Config, loadConfig } from "#config.ts";
import { jobNames } from "#features.ts";
import {
  describeStaged,
  findRun,
  installationSecrets,
  missingOf,
  replacedDataNotice,
  restoreAll,
  restoreCompanyFrom,
  storeOf,
  tryRestoreCompany,
} from "#operations/backups/index.ts";
import { repeatErasures, takenInWords } from "./after-restore.ts";
import type { Command } from "./command.ts";
import {
  refuseNodeDirectory,
  refuseUnsafeDirectory,
  requireInstallation,
  withInstallation,
} from "./data-directory.ts";
import { holdCompanyDirectory, holdInstallation } from "./hold-restored.ts";
import { counted } from "./in-words.ts";
import { argsOf, companyNumber } from "./options.ts";

const OPTIONS = {
  company: { type: "string" },
  from: { type: "string" },
  run: { type: "string" },
  "dry-run": { type: "boolean", default: false },
  overwrite: { type: "boolean", default: false },
  archive: { type: "boolean", default: false },
  at: { type: "string" },
} as const;

export const restore: Command = {
  usage:
    "[--run <name>] [--company <number>] [--from <folder>] [--dry-run] [--overwrite]\n--at <time> | --archive [--company <number>] [--dry-run] [--overwrite]",
  summary:
    "Restore a backup (the newest one by default) or a second of the continuous archive, completely or one company; the server must be stopped except for a dry run",
  async run(args) {
    const { values } = argsOf(args, { options: OPTIONS });
    const config = loadConfig(process.env);
    refuseUnsafeDirectory(config.dataDir);
    const { "dry-run": dryRun, overwrite } = values;
    if (!dryRun) refuseNodeDirectory(config.dataDir);
    const company = companyNumber(values.company);
    // A moment exists in the archive only.
    if (values.archive || values.at !== undefined) {
      const { restoreFromArchive } = await import("./restore-archive.ts");
      return restoreFromArchive(config, { at: values.at, company, dryRun, overwrite });
    }
    const store = storeOf(config, values.from);
    const run = await findRun(store, { stamp: values.run, company }, console.error);
    console.log(`backup ${run.stamp} of ${run.madeAt}, made by ${run.product}`);
    const common = { store, run, passphrase: config.backupPassphrase };
    const chosen = { ...common, dryRun, overwrite, jobs: jobNames() };
    const problems = [
      ...(company === undefined ? await all(config, chosen) : await one(config, { ...chosen, id: company })),
      ...(dryRun ? [] : await repeatErasures(company)),
    ];
    if (!dryRun)
      auditCommand(config.dataDir, {
        kind: company === undefined ? "backup" : "company",
        action: "restored",
        command: "balcao restore",
        companyId: company ?? null,
        details: { reason: run.stamp },
      });
    for (const problem of problems) console.error(problem);
    const but = problems.length === 0 ? "" : `, with ${counted(problems.length, "problem")}`;
    console.log(dryRun ? `dry run: nothing was changed${but}` : `restored${but}`);
    return problems.length === 0 ? 0 : 1;
  },
};

type Chosen = Pick<
  Parameters<typeof restoreAll>[0],
  "store" | "run" | "passphrase" | "dryRun" | "overwrite" | "jobs"
>;

const all = (config: Config, chosen: Chosen): Promise<readonly string[]> =>
  restoreAll({
    ...chosen,
    dataDirectory: config.dataDir,
    appSecret: config.appSecret,
    prepare: (directory) => holdInstallation(directory),
    now: Date.now,
    onLine: console.log,
  });

async function one(
  config: Config,
  { dryRun, ...chosen }: Chosen & { readonly id: number },
): Promise<readonly string[]> {
  if (dryRun) {
    requireInstallation(config.dataDir);
    const place = { dataDirectory: config.dataDir, secrets: installationSecrets(config) };
    return printStaged(chosen.id, await tryRestoreCompany(place, chosen));
  }
  return withInstallation(async (installation) => {
    const { staged, placed, aside } = await restoreCompanyFrom(installation, {
      ...chosen,
      prepare: (directory) => holdCompanyDirectory(directory),
    });
    const problems = [...printStaged(chosen.id, staged), ...takenInWords(placed)];
    if (aside !== null) console.log(replacedDataNotice(aside));
    return problems;
  });
}

/** Prints the content of a staged company; returns its damaged files as problems. */
function printStaged(id: number, staged: Parameters<typeof describeStaged>[0]): readonly string[] {
  console.log(`company ${id} (${String(staged.manifest.company["name"])}): ${describeStaged(staged)}`);
  return missingOf(staged);
}

import { auditCommand } from "#accounts/audit/index.ts";
import { createApp } from "#app.ts";
import { type Config, loadConfig } from "#config.ts";
import { jobNames } from "#features.ts";
import {
  describeStaged,
  findRun,
  installationSecrets,
  missingOf,
  type Placed,
  replacedDataNotice,
  restoreAll,
  restoreCompanyFrom,
  storeOf,
  tryRestoreCompany,
} from "#operations/backups/index.ts";
import { companiesWithErasures, reapplyErasures } from "#operations/privacy/index.ts";
import { createLog } from "#platform/log.ts";
import type { Command } from "./command.ts";
import { refuseUnsafeDirectory } from "./data-directory.ts";
import { counted } from "./in-words.ts";
import { requireInstallation, withInstallation } from "./open-installation.ts";
import { argsOf, companyNumber } from "./options.ts";

const OPTIONS = {
  company: { type: "string" },
  from: { type: "string" },
  run: { type: "string" },
  "dry-run": { type: "boolean", default: false },
  overwrite: { type: "boolean", default: false },
} as const;

export const restore: Command = {
  usage: "[--run <name>] [--company <number>] [--from <folder>] [--dry-run] [--overwrite]",
  summary:
    "Restore a backup (the newest one by default), completely or one company; the server must be stopped except for a dry run",
  async run(args) {
    const { values } = argsOf(args, { options: OPTIONS });
    const config = loadConfig(process.env);
    refuseUnsafeDirectory(config.dataDir);
    const { "dry-run": dryRun, overwrite } = values;
    const company = companyNumber(values.company);
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
    return told(chosen.id, await tryRestoreCompany(place, chosen));
  }
  return withInstallation(async (installation) => {
    const { staged, placed, aside } = await restoreCompanyFrom(installation, chosen);
    const problems = [...told(chosen.id, staged), ...takenInWords(placed)];
    if (aside !== null) console.log(replacedDataNotice(aside));
    return problems;
  });
}

/** Prints the content of a staged company; returns its damaged files as problems. */
function told(id: number, staged: Parameters<typeof describeStaged>[0]): readonly string[] {
  console.log(`company ${id} (${String(staged.manifest.company["name"])}): ${describeStaged(staged)}`);
  return missingOf(staged);
}

/** References of a company that belong to another company here. */
export const takenInWords = ({ takenEmails, takenTokens }: Placed): readonly string[] => [
  ...takenEmails.map(
    (email) => `${email} belongs to a user of another company here: this user needs another e-mail`,
  ),
  ...takenTokens.map((name) => `the token of connection ${name} is in use here: create a new one`),
];

/**
 * Repeats every erasure of a person that is newer than the restored backup, before a server starts. `only`: in this
 * company. Prints the number of people per company; returns the problems.
 */
export async function repeatErasures(only?: number): Promise<readonly string[]> {
  const app = createApp({ config: loadConfig(process.env), log: createLog("silent"), jobs: false });
  const { installation } = app;
  const problems: string[] = [];
  try {
    for (const id of companiesWithErasures(installation)) {
      if (only !== undefined && id !== only) continue;
      try {
        const erased = await reapplyErasures(installation.tenants.open(id));
        console.log(
          `company ${id}: people erased again, because they were erased after the backup: ${erased}`,
        );
      } catch (error) {
        problems.push(
          `company ${id}: people erased after the backup could not be erased again: ${(error as Error).message}`,
        );
      }
    }
  } finally {
    await app.stop();
  }
  return problems;
}

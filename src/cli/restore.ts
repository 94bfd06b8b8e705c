import { parseArgs } from "node:util";
import { noteCommand } from "#audit/index.ts";
import {
  findRun,
  inWords,
  missingOf,
  type Placed,
  restoreAll,
  restoreCompanyFrom,
  storeOf,
} from "#backups/index.ts";
import { type Config, loadConfig } from "#config.ts";
import { jobNames } from "#features.ts";
import type { Command } from "./command.ts";
import { refuseUnsafeDirectory } from "./data-directory.ts";
import { forgetAgain } from "./forget-again.ts";
import { withInstallation } from "./open-installation.ts";
import { companyNumber, optionsOf } from "./options.ts";

const OPTIONS = {
  company: { type: "string" },
  from: { type: "string" },
  run: { type: "string" },
  "dry-run": { type: "boolean", default: false },
  overwrite: { type: "boolean", default: false },
} as const;

export const restore: Command = {
  usage: "[--run <name>] [--company <number>] [--from <folder>] [--dry-run] [--overwrite]",
  summary: "Put a backup back (the newest unless named), all or one company; the server must be stopped",
  async run(args) {
    const values = optionsOf(() => parseArgs({ args: [...args], options: OPTIONS }).values);
    const config = loadConfig(process.env);
    refuseUnsafeDirectory(config.dataDir);
    const company = companyNumber(values.company);
    const store = storeOf(config, values.from);
    const run = await findRun(store, { stamp: values.run, company });
    console.log(`backup ${run.stamp} of ${run.madeAt}, made by ${run.product}`);
    const { "dry-run": dryRun = false, overwrite = false } = values;
    const common = { store, run, dryRun, overwrite, passphrase: config.backupPassphrase, jobs: jobNames() };
    const found = company === undefined ? await all(config, common) : await only(company, common);
    const problems = dryRun ? found : [...found, ...(await forgetAgain(company))];
    if (!dryRun)
      noteCommand(config.dataDir, {
        kind: company === undefined ? "backup" : "company",
        verb: "restored",
        command: "balcao restore",
        companyId: company ?? null,
        details: { reason: run.stamp },
      });
    for (const problem of problems) console.error(problem);
    console.log(dryRun ? "dry run: nothing was changed" : "restored");
    return problems.length === 0 ? 0 : 1;
  },
};

type Common = Omit<Parameters<typeof restoreCompanyFrom>[1], "id">;

const all = (config: Config, common: Common): Promise<readonly string[]> =>
  restoreAll({
    ...common,
    dataDirectory: config.dataDir,
    appSecret: config.appSecret,
    now: Date.now,
    onLine: console.log,
  });

const only = (id: number, common: Common): Promise<readonly string[]> =>
  withInstallation(async (installation) => {
    const { staged, placed } = await restoreCompanyFrom(installation, { ...common, id });
    console.log(`company ${id} (${String(staged.manifest.company["name"])}): ${inWords(staged)}`);
    return [...missingOf(staged), ...(placed ? takenInWords(placed) : [])];
  });

/** What of a company leads to somebody else here. */
export const takenInWords = ({ takenEmails, takenTokens }: Placed): readonly string[] => [
  ...takenEmails.map(
    (email) => `${email} signs in to another company here: this person needs another e-mail`,
  ),
  ...takenTokens.map((name) => `the token of connection ${name} is in use here: make a new one`),
];

import { parseArgs } from "node:util";
import {
  backUp,
  findRun,
  installationSecrets,
  listStamps,
  readRun,
  recordCommand,
  storeOf,
  verify,
  wrappedKeyOf,
} from "#backups/index.ts";
import { type Config, loadConfig } from "#config.ts";
import { type Command, CommandError } from "./command.ts";
import { refuseUnsafeDirectory } from "./data-directory.ts";
import { companyNumber, optionsOf } from "./options.ts";

const OPTIONS = {
  company: { type: "string" },
  to: { type: "string" },
  from: { type: "string" },
  run: { type: "string" },
  "every-byte": { type: "boolean", default: false },
} as const;

export const backup: Command = {
  usage:
    "[--company <number>] [--to <folder>] | list | verify [--run <name>] [--company <number>] [--every-byte]",
  summary:
    "Copy the installation, also while the server runs; list what there is; check that it can be restored",
  async run(args) {
    const [word, ...rest] = args;
    const config = loadConfig(process.env);
    if (word === "list") return list(config, rest);
    if (word === "verify") return check(config, rest);
    return make(config, args);
  },
};

async function make(config: Config, args: readonly string[]): Promise<number> {
  const { company, to } = optionsOf(() => parseArgs({ args: [...args], options: OPTIONS }).values);
  refuseUnsafeDirectory(config.dataDir);
  const only = companyNumber(company);
  const store = storeOf(config, to);
  const started = Date.now();
  const result = await backUp({
    dataDirectory: config.dataDir,
    store,
    secrets: installationSecrets(config),
    wrappedKey: wrappedKeyOf(config),
    keep: config.backupKeep,
    only,
    now: Date.now,
    onCompany({ id, name, error, bytes }) {
      if (error === null) console.log(`company ${id} (${name}): ${bytes} bytes`);
      else console.error(`company ${id} (${name}): ${error}`);
    },
  });
  if (only === undefined) recordCommand(config.dataDir, store.place, result, started);
  const { run, bytes, removed } = result;
  console.log(
    `backup ${run.stamp} is in ${store.place}: ${bytes} bytes stored, ${removed} old backups removed`,
  );
  if (!run.wrappedKey)
    console.log(
      "the installation key is not in it (BACKUP_PASSPHRASE is not set): keep secret.key in another place",
    );
  return run.companies.every(({ error }) => error === null) ? 0 : 1;
}

async function list(config: Config, args: readonly string[]): Promise<number> {
  const { from } = optionsOf(() => parseArgs({ args: [...args], options: OPTIONS }).values);
  const store = storeOf(config, from);
  const stamps = await listStamps(store);
  for (const stamp of stamps) {
    const { madeAt, companies, system } = await readRun(store, stamp);
    const good = companies.filter(({ error }) => error === null);
    console.log(
      `${stamp}  ${madeAt}  ${system ? "installation" : "companies only"}, ${good.length} of ${companies.length} companies`,
    );
  }
  if (stamps.length === 0) console.log(`there is no backup in ${store.place}`);
  return 0;
}

async function check(config: Config, args: readonly string[]): Promise<number> {
  const values = optionsOf(() => parseArgs({ args: [...args], options: OPTIONS }).values);
  const store = storeOf(config, values.from);
  const only = companyNumber(values.company);
  const run = await findRun(store, { stamp: values.run, company: only });
  const problems = await verify({
    store,
    run,
    work: `${config.dataDir}/work`,
    only,
    everyByte: values["every-byte"] ?? false,
    onLine: console.log,
  });
  for (const problem of problems) console.error(problem);
  console.log(
    problems.length === 0
      ? `backup ${run.stamp} can be restored`
      : `backup ${run.stamp}: ${problems.length} problems`,
  );
  if (problems.length > 0 && values.run === undefined)
    throw new CommandError("an older backup may be whole: balcao backup list");
  return problems.length === 0 ? 0 : 1;
}

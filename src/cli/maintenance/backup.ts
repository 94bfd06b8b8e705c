import { type Command, CommandError } from "#cli/command.ts";
import { isNodeDirectory, refuseUnsafeDirectory, requireInstallation } from "#cli/data-directory.ts";
import { counted, sizeInWords } from "#cli/in-words.ts";
import { argsOf, companyNumber } from "#cli/options.ts";
import { withStoredMedia } from "#cli/stored-media.ts";
import { type Config, loadConfig } from "#config.ts";
import {
  backUp,
  type CompanyOutcome,
  findRun,
  installationSecrets,
  listStamps,
  recordCommand,
  storeOf,
  tryRun,
  verify,
  wrappedKeyOf,
} from "#operations/backups/index.ts";
import { readPosition } from "#platform/db/ship/position.ts";

const TEXT = { type: "string" } as const;

export const backup: Command = {
  usage: `[--company <number>] [--to <folder>]
list [--from <folder>]
verify [--run <name>] [--company <number>] [--from <folder>] [--every-byte]`,
  summary:
    "Back up the installation, also while the server runs; list backups; check that one can be restored",
  async run(args) {
    const [word, ...rest] = args;
    const config = loadConfig(process.env);
    if (word === "list") return list(config, rest);
    if (word === "verify") return check(config, rest);
    return make(config, args);
  },
};

async function make(config: Config, args: readonly string[]): Promise<number> {
  const { company, to } = argsOf(args, { options: { company: TEXT, to: TEXT } }).values;
  refuseUnsafeDirectory(config.dataDir);
  requireInstallation(config.dataDir);
  const isNode = isNodeDirectory(config.dataDir);
  if (isNode && !readPosition(config.dataDir)?.isOwner)
    throw new CommandError(
      "the files of a standby change while they are read: run balcao backup on the owner (balcao cluster status names it)",
    );
  const only = companyNumber(company);
  const store = storeOf(config, to);
  const started = Date.now();
  const result = await withStoredMedia(config, (media) =>
    backUp({
      dataDirectory: config.dataDir,
      store,
      secrets: installationSecrets(config),
      wrappedKey: wrappedKeyOf(config),
      keep: config.backupKeep,
      only,
      media,
      now: Date.now,
      onCompany: printOutcome,
    }),
  );
  if (only === undefined && !isNode) recordCommand(config.dataDir, store.place, result, started);
  const { run, bytes, removed } = result;
  console.log(
    `backup ${run.stamp} is in ${store.place}: ${sizeInWords(bytes)} stored, ${counted(removed, "old backup")} removed`,
  );
  if (isNode) console.log("the page of backups does not list it, because only the owner writes in a cluster");
  if (!run.wrappedKey)
    console.log(
      "the backup does not contain the installation key (BACKUP_PASSPHRASE is not set): keep a copy of secret.key in another place",
    );
  return run.companies.every(({ error, leftOut }) => error === null && !leftOut) ? 0 : 1;
}

function printOutcome({ id, name, error, bytes, leftOut }: CompanyOutcome): void {
  if (error === null) console.log(`company ${id} (${name}): ${sizeInWords(bytes)}`);
  else console.error(`company ${id} (${name}): ${error}`);
  if (!leftOut) return;
  const { missing, away, reason } = leftOut;
  if (missing > 0)
    console.error(
      `company ${id} (${name}): without ${counted(missing, "media file")} that ${missing === 1 ? "is" : "are"} nowhere`,
    );
  if (away > 0)
    console.error(
      `company ${id} (${name}): without ${counted(away, "media file")}, because their storage does not respond: ${reason}`,
    );
}

async function list(config: Config, args: readonly string[]): Promise<number> {
  const { from } = argsOf(args, { options: { from: TEXT } }).values;
  const store = storeOf(config, from);
  const stamps = await listStamps(store);
  let damaged = 0;
  for (const stamp of stamps) {
    const run = await tryRun(store, stamp);
    if ("problem" in run) {
      damaged += 1;
      console.error(run.problem);
      continue;
    }
    const good = run.companies.filter(({ error }) => error === null);
    console.log(
      `${stamp}  ${run.madeAt}  ${run.system ? "installation" : "companies only"}, ${good.length} of ${run.companies.length} companies`,
    );
  }
  if (stamps.length === 0) console.log(`there is no backup in ${store.place}`);
  return damaged === 0 ? 0 : 1;
}

const VERIFY = {
  company: TEXT,
  from: TEXT,
  run: TEXT,
  "every-byte": { type: "boolean", default: false },
} as const;

async function check(config: Config, args: readonly string[]): Promise<number> {
  const { company, from, run: stamp, "every-byte": everyByte } = argsOf(args, { options: VERIFY }).values;
  const store = storeOf(config, from);
  const only = companyNumber(company);
  const problems: string[] = [];
  const run = await findRun(store, { stamp, company: only }, (problem) => problems.push(problem));
  problems.push(
    ...(await verify({
      store,
      run,
      dataDirectory: config.dataDir,
      only,
      everyByte,
      onLine: console.log,
    })),
  );
  for (const problem of problems) console.error(problem);
  console.log(
    problems.length === 0
      ? `backup ${run.stamp} can be restored`
      : `backup ${run.stamp}: ${counted(problems.length, "problem")}`,
  );
  if (problems.length > 0 && stamp === undefined)
    throw new CommandError("an older backup may be intact: balcao backup list");
  return problems.length === 0 ? 0 : 1;
}

import { ConfigError } from "#config.ts";
import { MigrationError } from "#platform/db/migrate.ts";
import { AppError, OperatorError } from "#platform/errors.ts";
import { PortInUse } from "#platform/http/server/listen.ts";
import { DirectoryInUse } from "#tenants/lock.ts";
import { type Command, CommandError, UsageError } from "./command.ts";
import { refusalInWords } from "./in-words.ts";

/** Subcommands by name, loaded when called: `version` does not load a server. */
export type Commands = Readonly<Record<string, () => Promise<Command>>>;

const commands: Commands = {
  serve: async () => (await import("./serve.ts")).serve,
  standby: async () => (await import("./cluster/standby.ts")).standby,
  cluster: async () => (await import("./cluster/cluster.ts")).cluster,
  migrate: async () => (await import("./maintenance/migrate.ts")).migrateAll,
  "create-super": async () => (await import("./company/users.ts")).createSuper,
  "set-password": async () => (await import("./company/users.ts")).setPassword,
  config: async () => (await import("./maintenance/config-show.ts")).configShow,
  doctor: async () => (await import("./doctor/doctor.ts")).doctor,
  install: async () => (await import("./install/install.ts")).install,
  uninstall: async () => (await import("./install/install.ts")).uninstall,
  backup: async () => (await import("./maintenance/backup.ts")).backup,
  restore: async () => (await import("./restore.ts")).restore,
  import: async () => (await import("./company/import.ts")).importCommand,
  "export-company": async () => (await import("./company/move-company.ts")).exportCompanyCommand,
  "import-company": async () => (await import("./company/move-company.ts")).importCompanyCommand,
  "restore-company": async () => (await import("./restore-company.ts")).restoreCompanyCommand,
  "rotate-key": async () => (await import("./maintenance/rotate-key.ts")).rotateKey,
  version: async () => (await import("./version.ts")).version,
};

/** Internal subcommands, hidden from the help. */
const ownWords: Commands = {
  "read-sheet": async () => (await import("./internal.ts")).readSheetCommand,
  "write-sheet": async () => (await import("./internal.ts")).writeSheetCommand,
  "check-files": async () => (await import("./internal.ts")).checkFilesCommand,
  "archive-copy": async () => (await import("./internal.ts")).archiveCopy,
  "cluster-hash": async () => (await import("./internal.ts")).clusterHash,
  "cluster-snapshot": async () => (await import("./internal.ts")).clusterSnapshot,
  "archive-work": async () => (await import("./internal.ts")).archiveWork,
};

/** Options that run a subcommand, as in other programs: `--help` runs `help`. */
const ALSO: Readonly<Record<string, string>> = {
  "--help": "help",
  "-h": "help",
  "--version": "version",
  "-v": "version",
};

/** Runs `balcao <subcommand> …`, with `more` subcommands; returns the exit code: 0 success, 1 failure, 2 unknown subcommand. */
export async function runCommand(
  [given = "help", ...args]: readonly string[],
  more: Commands = {},
): Promise<number> {
  const subcommands = { ...commands, ...more };
  const word = ALSO[given] ?? given;
  if (word === "help") return help(subcommands, args);
  const all = { ...subcommands, ...ownWords };
  const load = Object.hasOwn(all, word) ? all[word] : undefined;
  if (!load) return unknown(word);
  // Files are readable only for this user of the machine.
  process.umask(0o077);
  let command: Command | undefined;
  try {
    command = await load();
    if (args.includes("--help") || args.includes("-h")) {
      console.log(usageOf(word, command));
      return 0;
    }
    return await command.run(args);
  } catch (error) {
    const words = inWords(error);
    if (words === null) throw error;
    console.error(words);
    if (error instanceof UsageError && command) console.error(usageOf(word, command));
    return 1;
  }
}

/** The message of an expected failure; null = a defect, which prints its stack. */
function inWords(error: unknown): string | null {
  if (error instanceof AppError) {
    const { code, details } = error;
    return details ? `${code} ${JSON.stringify(details)}` : code;
  }
  const kinds = [CommandError, ConfigError, OperatorError, DirectoryInUse, PortInUse, MigrationError];
  return kinds.some((kind) => error instanceof kind) ? (error as Error).message : refusalInWords(error);
}

async function help(subcommands: Commands, [word, ...rest]: readonly string[]): Promise<number> {
  if (word === undefined) {
    console.log("balcao <command>\n");
    for (const [name, load] of Object.entries(subcommands)) console.log(usageOf(name, await load()));
    return 0;
  }
  const load = Object.hasOwn(subcommands, word) && rest.length === 0 ? subcommands[word] : undefined;
  if (!load) return unknown([word, ...rest].join(" "));
  console.log(usageOf(word, await load()));
  return 0;
}

function unknown(word: string): number {
  console.error(`there is no command ${word}; balcao help lists all commands`);
  return 2;
}

const usageOf = (word: string, { usage, summary }: Command): string =>
  [...usage.split("\n").map((form) => `  ${`${word} ${form}`.trim()}`), `      ${summary}`].join("\n");

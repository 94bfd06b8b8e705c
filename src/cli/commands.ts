import { ConfigError } from "#config.ts";
import { MigrationError } from "#platform/db/migrate.ts";
import { AppError, OperatorError } from "#platform/errors.ts";
import { PortInUse } from "#platform/http/listen.ts";
import { DirectoryInUse } from "#tenants/lock.ts";
import { type Command, CommandError } from "./command.ts";

/** Words by name, loaded when asked for: `version` need not load a server. */
export type Commands = Readonly<Record<string, () => Promise<Command>>>;

const commands: Commands = {
  serve: async () => (await import("./serve.ts")).serve,
  migrate: async () => (await import("./migrate.ts")).migrateAll,
  "create-super": async () => (await import("./create-super.ts")).createSuper,
  "set-password": async () => (await import("./set-password.ts")).setPassword,
  config: async () => (await import("./config-show.ts")).configShow,
  doctor: async () => (await import("./doctor.ts")).doctor,
  install: async () => (await import("./install.ts")).install,
  uninstall: async () => (await import("./install.ts")).uninstall,
  backup: async () => (await import("./backup.ts")).backup,
  restore: async () => (await import("./restore.ts")).restore,
  import: async () => (await import("./import.ts")).importCommand,
  "export-company": async () => (await import("./move-company.ts")).exportCompanyCommand,
  "import-company": async () => (await import("./move-company.ts")).importCompanyCommand,
  "restore-company": async () => (await import("./restore-company.ts")).restoreCompanyCommand,
  "rotate-key": async () => (await import("./rotate-key.ts")).rotateKey,
  version: async () => (await import("./version.ts")).version,
  "read-sheet": async () => (await import("./read-sheet.ts")).readSheetCommand,
  "check-files": async () => (await import("./check-files.ts")).checkFilesCommand,
  "archive-work": async () => (await import("./archive-work.ts")).archiveWork,
};

/** Runs `balcao <word> …`, also with `more` words; answers the exit code: 0 done, 1 refused, 2 not understood. */
export async function runCommand(
  [word = "help", ...args]: readonly string[],
  more: Commands = {},
): Promise<number> {
  const all = { ...commands, ...more };
  const load = Object.hasOwn(all, word) ? all[word] : undefined;
  if (!load) {
    await printHelp(all);
    return word === "help" || word === "--help" ? 0 : 2;
  }
  // Whatever is written is for this user of the machine alone.
  process.umask(0o077);
  try {
    const command = await load();
    if (args.includes("--help")) {
      printUsage(word, command);
      return 0;
    }
    return await command.run(args);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.endsWith("DLOPEN_FAILED")) {
      console.error(`${(error as Error).message}\n${NO_NATIVE}`);
      return 1;
    }
    if (!isExplained(error)) throw error;
    console.error(error instanceof AppError ? explain(error) : (error as Error).message);
    return 1;
  }
}

const NO_NATIVE =
  "The program unpacks its database there, which the file system forbids: name a folder that allows execution in BUN_TMPDIR.";

/** Failures with words for the operator; anything else is ours and shows its stack. */
const isExplained = (error: unknown): boolean =>
  [CommandError, ConfigError, OperatorError, DirectoryInUse, PortInUse, MigrationError, AppError].some(
    (kind) => error instanceof kind,
  );

const explain = ({ code, details }: AppError): string =>
  details ? `${code} ${JSON.stringify(details)}` : code;

async function printHelp(all: Commands): Promise<void> {
  console.log("balcao <command>\n");
  for (const [word, load] of Object.entries(all)) {
    printUsage(word, await load());
  }
}

const printUsage = (word: string, { usage, summary }: Command): void =>
  console.log(`  ${`${word} ${usage}`.trim()}\n      ${summary}`);

import { existsSync, lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { openRemoteMedia } from "#cluster/media/open-media.ts";
import { type Config, loadConfig } from "#config.ts";
import { oneCell } from "#platform/cells.ts";
import { systemClock } from "#platform/clock.ts";
import { POSITION_FILE } from "#platform/db/ship/position.ts";
import { createLog } from "#platform/log.ts";
import type { Installation } from "#tenants/installation.ts";
import { startInstallation } from "#tenants/start-installation.ts";
import { CommandError } from "./command.ts";
import { userName } from "./in-words.ts";

/** Permission bits of group and others. */
const OTHERS = 0o007;
const GROUP_AND_OTHERS = 0o077;

/**
 * Why a data directory is unsafe to use; empty when it is missing, because it is created as private. It contains
 * conversations and the installation key, so no other user of the machine may read it; a symbolic link inside it
 * could redirect writes.
 */
export function directoryProblems(directory: string): readonly string[] {
  const status = statSync(directory, { throwIfNoEntry: false });
  if (!status) return [];
  if (!status.isDirectory()) return [`${directory} is not a directory`];
  const problems: string[] = [];
  if (status.mode & OTHERS)
    problems.push(`${directory} is open to every user of this machine: chmod 700 ${directory}`);
  for (const name of readdirSync(directory)) {
    if (!name.startsWith("secret.key")) continue;
    const key = join(directory, name);
    const keyStatus = lstatSync(key, { throwIfNoEntry: false });
    if (keyStatus?.isFile() && keyStatus.mode & GROUP_AND_OTHERS)
      problems.push(`${key} can be read by others: chmod 600 ${key}`);
  }
  for (const path of entriesOf(directory))
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
      problems.push(`${path} is a symbolic link: put the real file or directory there`);
  return problems;
}

/** Throws CommandError with all problems. */
export function refuseUnsafeDirectory(directory: string): void {
  const problems = [...directoryProblems(directory), ...rootInAHouseOfOthers(directory)];
  if (problems.length > 0) throw new CommandError(problems.join("\n"));
}

/** Files that root writes into the data directory of another user cannot be used by that user's server. */
function rootInAHouseOfOthers(directory: string): readonly string[] {
  const owner = statSync(directory, { throwIfNoEntry: false })?.uid;
  if (owner === undefined || owner === 0 || process.getuid?.() !== 0) return [];
  const name = userName(owner);
  return [
    `${directory} belongs to ${name}, whose server could not use files that root writes there: sudo -u ${name} CONFIG_FILE=… balcao …`,
  ];
}

/** All paths except media files, of which there may be millions; their folders are included. */
function* entriesOf(directory: string, deeper = true): Generator<string> {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    yield path;
    if (deeper && entry.isDirectory()) yield* entriesOf(path, entry.name !== "media");
  }
}

/**
 * Opens the databases without a server, for commands; releases the data directory afterwards. Throws DirectoryInUse while
 * the server runs, and CommandError without an installation unless `mayBegin`.
 */
export async function withInstallation<T>(
  work: (installation: Installation, config: Config) => T | Promise<T>,
  { mayBegin = false } = {},
): Promise<T> {
  const config = loadConfig(process.env);
  refuseUnsafeDirectory(config.dataDir);
  refuseNodeDirectory(config.dataDir);
  if (!mayBegin) requireInstallation(config.dataDir);
  const { installation, close } = startInstallation({
    config,
    clock: systemClock,
    log: createLog("silent"),
    // Ids and keys that the command makes belong to the cell of these files.
    cells: oneCell(config.clusterCell),
    media: openRemoteMedia({ config, nats: null }),
  });
  try {
    return await work(installation, config);
  } finally {
    close();
  }
}

/**
 * Throws CommandError for the directory of a node of a cluster (docs/rules/cluster.md#commands): a change by a command
 * would be in no log, and the files of the nodes would differ from then on.
 */
export function refuseNodeDirectory(directory: string): void {
  if (!isNodeDirectory(directory)) return;
  throw new CommandError(
    `${directory} belongs to a node of a cluster, and its log would not have what this command changes: use the pages of the owner. ` +
      "For what the pages cannot do: stop Balcão on all nodes, move the file position out of the directory of the last owner, run the command there, move the file back, then run balcao cluster rebase --yes",
  );
}

/** Where companies are that a command created in a cluster, and how they get to another cell; null on one machine. */
export const cellNotice = ({
  clusterNatsUrls,
  clusterCell,
}: Pick<Config, "clusterNatsUrls" | "clusterCell">): string | null =>
  clusterNatsUrls === null
    ? null
    : `created in cell ${clusterCell}, whose files these are; when the cell runs again, balcao cluster move takes a company to another one`;

/** Whether a cluster writes the files of this directory. */
export const isNodeDirectory = (directory: string): boolean => existsSync(join(directory, POSITION_FILE));

/** Throws CommandError without an installation: a mistyped DATA_DIR must not create a second one. */
export function requireInstallation(directory: string): void {
  if (!existsSync(join(directory, "system.sqlite")))
    throw new CommandError(
      `there is no installation in ${directory}: set DATA_DIR, or CONFIG_FILE that contains it`,
    );
}

import { lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { CommandError } from "./command.ts";
import { userName } from "./user-name.ts";

/** Others may read, write or enter. */
const OTHERS = 0o007;
const GROUP_AND_OTHERS = 0o077;

/**
 * What makes a data directory unsafe to use, in words; nothing when it is missing, for it is made private. Customers'
 * conversations and the installation key lie in it, so nobody else on the machine may look, and a link inside it
 * could lead writes elsewhere.
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

/** Throws CommandError naming every problem. */
export function refuseUnsafeDirectory(directory: string): void {
  const problems = [...directoryProblems(directory), ...rootInAHouseOfOthers(directory)];
  if (problems.length > 0) throw new CommandError(problems.join("\n"));
}

/** What root writes into somebody else's data directory their server cannot use afterwards. */
function rootInAHouseOfOthers(directory: string): readonly string[] {
  const owner = statSync(directory, { throwIfNoEntry: false })?.uid;
  if (owner === undefined || owner === 0 || process.getuid?.() !== 0) return [];
  const name = userName(owner);
  return [
    `${directory} belongs to ${name}, whose server could not use what root writes there: sudo -u ${name} CONFIG_FILE=… balcao …`,
  ];
}

/** Everything but the media files, of which there may be millions; their folders are looked at. */
function* entriesOf(directory: string, deeper = true): Generator<string> {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    yield path;
    if (deeper && entry.isDirectory()) yield* entriesOf(path, entry.name !== "media");
  }
}

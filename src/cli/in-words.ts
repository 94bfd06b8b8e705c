import { existsSync, readFileSync } from "node:fs";

type SystemError = Error & {
  readonly code?: string;
  readonly syscall?: string;
  readonly path?: string;
  readonly dest?: string;
};

const BAD_DATABASE = "balcao doctor names the file and what to do";

/** `3 problems`, `1 problem`. */
export const counted = (count: number, one: string, more = `${one}s`): string =>
  `${count} ${count === 1 ? one : more}`;

/** Bytes as text: `12 bytes`, `9.2 kB`, `1.4 GB`. */
export function sizeInWords(bytes: number): string {
  const units = ["kB", "MB", "GB", "TB"];
  if (bytes < 1000) return counted(bytes, "byte");
  const power = Math.min(units.length, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** power).toFixed(1)} ${units[power - 1]}`;
}

/** The message of an error of the operating system or SQLite; null = a defect, which prints its stack. */
export function refusalInWords(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code = "", syscall, message, path, dest } = error as SystemError;
  // NATS has numbers.
  if (typeof code !== "string") return null;
  if (code.endsWith("DLOPEN_FAILED"))
    return `${message}\nThe program unpacks its database library there, and the file system forbids execution: set BUN_TMPDIR to a folder that allows it.`;
  if (/^SQLITE_(FULL|IOERR)/.test(code))
    return `a database cannot be written: ${message}; check whether the disk is full`;
  if (code.startsWith("SQLITE_")) return `a database cannot be used: ${message}; ${BAD_DATABASE}`;
  if (syscall === undefined) return null;
  const where = dest ?? path ?? syscall;
  if (code === "EACCES" || code === "EPERM") return `${where}: ${whoAmI()} may not use it`;
  if (code === "ENOSPC" || code === "EDQUOT") return `${where}: no space is left on its disk`;
  if (code === "EROFS") return `${where}: its file system can only be read`;
  return message;
}

const whoAmI = (): string => `the user ${userName(process.getuid?.() ?? 0)} who runs this`;

const USERS = "/etc/passwd";

/** The user of a uid, as `sudo -u` accepts it: `balcao`, or `#1000` without a name. Does not read the environment. */
export function userName(uid: number): string {
  const users = existsSync(USERS) ? readFileSync(USERS, "utf8").split("\n") : [];
  const [name] = users.find((line) => line.split(":")[2] === String(uid))?.split(":") ?? [];
  return name ?? `#${uid}`;
}

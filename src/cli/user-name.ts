import { existsSync, readFileSync } from "node:fs";

const USERS = "/etc/passwd";

/** The user of a number, as `sudo -u` takes it: `balcao`, or `#1000` when no name is known. The environment is not asked. */
export function userName(uid: number): string {
  const users = existsSync(USERS) ? readFileSync(USERS, "utf8").split("\n") : [];
  const [name] = users.find((line) => line.split(":")[2] === String(uid))?.split(":") ?? [];
  return name ?? `#${uid}`;
}

import { existsSync, readFileSync } from "node:fs";

const USERS = "/etc/passwd";

/** The user of a uid, as `sudo -u` accepts it: `balcao`, or `#1000` without a name. Does not read the environment. */
export function userName(uid: number): string {
  const users = existsSync(USERS) ? readFileSync(USERS, "utf8").split("\n") : [];
  const [name] = users.find((line) => line.split(":")[2] === String(uid))?.split(":") ?? [];
  return name ?? `#${uid}`;
}

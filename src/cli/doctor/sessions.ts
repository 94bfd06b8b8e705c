import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { isSealedWith } from "#channels/connections/index.ts";
import type { Secrets } from "#platform/crypto/secrets.ts";
import type { Sqlite } from "#platform/db/open.ts";
import { databaseFile } from "./database-file.ts";
import { type Finding, findingsOf } from "./finding.ts";

/** Session files of linked numbers: intact, encrypted by this installation, and each with an existing connection. */
export function* sessions(
  db: Sqlite,
  directory: string,
  company: number,
  secrets: Secrets | null,
): Generator<Finding> {
  const finding = findingsOf("sessions", company);
  const folder = join(directory, "sessions");
  const exists = db.prepare("SELECT 1 FROM connection WHERE id = ? AND deleted_at IS NULL");
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const path = join(folder, name, "session.sqlite");
    if (!exists.get(Number(name)))
      yield finding(
        "warning",
        `${join(folder, name)} belongs to no connection`,
        "it contains the keys of a WhatsApp number: unlink the device on that phone, then remove the directory",
      );
    else if (existsSync(path))
      yield* databaseFile(
        {
          path,
          check: "sessions",
          company,
          cure: `balcao restore --company ${company} --overwrite, or remove ${join(folder, name)} and link the number again`,
        },
        function* (session) {
          if (secrets && isSealedWith(session, secrets.key("whatsapp")) === false)
            yield finding(
              "error",
              `${path} was encrypted with another installation key`,
              "restore the secret.key (or APP_SECRET) that belongs to this data, or link the number again",
            );
        },
      );
  }
}

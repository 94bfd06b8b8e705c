import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "#config.ts";
import { MIN_KEY_LENGTH, readKeyRing } from "#platform/crypto/key-ring.ts";
import { createSecrets, type Secrets, sealedBy } from "#platform/crypto/secrets.ts";
import type { Sqlite } from "#platform/db/open.ts";
import { type Finding, findingsOf } from "./finding.ts";

/** Columns that hold secrets of companies and of the installation; a file of an older release may lack some. */
const SEALED = [
  ["installation_setting", "value"],
  ["setting", "value"],
  ["connection", "proxy_url"],
  ["integration", "secret"],
  ["integration", "json_content"],
  ["prompt", "api_key"],
  ["prompt", "voice_key"],
  ["mail", "body"],
  ["meta_account", "token"],
  ["vapid_key", "private_key"],
] as const;

const CURE =
  "restore the secret.key (or APP_SECRET) of this data; a backup made with BACKUP_PASSPHRASE contains it. With another key " +
  "all numbers must be linked again and all secrets entered again";

/** The keys as the server would read them; null without one; never creates one. */
export function* installationSecrets(config: Config): Generator<Finding, Secrets | null> {
  const path = join(config.dataDir, "secret.key");
  const finding = findingsOf("key");
  const key = config.appSecret ?? (existsSync(path) ? readFileSync(path, "utf8").trim() : null);
  if (key === null || key.length < MIN_KEY_LENGTH) {
    yield finding("error", key === null ? `${path} is missing` : `${path} contains no key`, CURE);
    return null;
  }
  const { older } = readKeyRing(config);
  if (older.length > 0)
    yield finding(
      "warning",
      "a rotation of the installation key is incomplete: some secrets are encrypted with the old key",
      "balcao rotate-key, with the server stopped, continues it and lists the files that prevent its end",
    );
  return createSecrets(key, older);
}

/** Which secrets in a database the installation key decrypts. */
export function* keyFits(db: Sqlite, secrets: Secrets, path: string, company?: number): Generator<Finding> {
  const kept = SEALED.flatMap(([table, column]) => sealedIn(db, table, column));
  const closed = kept.filter((sealed) => !opens(secrets, sealed));
  if (closed.length > 0)
    yield findingsOf("key", company)(
      "error",
      `${path}: ${closed.length} of ${kept.length} stored secrets cannot be read with this installation key`,
      CURE,
    );
}

function sealedIn(db: Sqlite, table: string, column: string): readonly string[] {
  const known = db.prepare("SELECT 1 FROM pragma_table_info(?) WHERE name = ?").get(table, column);
  if (!known) return [];
  const rows = db
    .prepare(`SELECT "${column}" AS value FROM "${table}" WHERE "${column}" GLOB 'v[12].*' LIMIT 1000`)
    .all() as { value: string }[];
  // A typed text may begin in the same way; an encrypted value is long and uses one alphabet.
  return rows.map(({ value }) => value).filter((value) => sealedBy(value) !== undefined);
}

function opens(secrets: Secrets, sealed: string): boolean {
  try {
    secrets.decrypt(sealed);
    return true;
  } catch {
    return false;
  }
}

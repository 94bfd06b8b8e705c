import { query } from "#platform/db/query.ts";
import type { SharedRow } from "#tenants/system-tables.ts";
import type { SuperUser } from "./super-users.ts";

// Imported by super-users.ts only; test/super-flag.test.ts enforces it.
export const superUsers = query<Record<never, never>, SuperUser>(
  "SELECT id, name FROM user WHERE super = 1 AND deleted_at IS NULL ORDER BY id",
);
export const superUserById = query<{ userId: number }, SuperUser>(
  "SELECT id, name FROM user WHERE id = :userId AND super = 1 AND deleted_at IS NULL",
);
export const superUserRows = query<Record<never, never>, SharedRow>(
  "SELECT id, name, email, profile FROM user WHERE super = 1 AND deleted_at IS NULL ORDER BY id",
);
export const removeCopies = query<{ now: number }>(
  "UPDATE user SET super = 0, deleted_at = :now WHERE deleted_at IS NULL",
);
/** `rows`: JSON. No password belongs to the empty hash. */
export const writeCopies = query<{ rows: string; now: number }>(
  `INSERT INTO user (id, name, email, password_hash, profile, super, created_at, updated_at)
  SELECT value ->> 'id', value ->> 'name', value ->> 'email', '', value ->> 'profile', 1, :now, :now
  FROM json_each(:rows) WHERE true
  ON CONFLICT (id) DO UPDATE SET name = excluded.name, email = excluded.email, profile = excluded.profile, super = 1,
    deleted_at = NULL`,
);
export const grantSuper = query<{ userId: number }>("UPDATE user SET super = 1 WHERE id = :userId");
export const clearSuper = query("UPDATE user SET super = 0 WHERE super <> 0");

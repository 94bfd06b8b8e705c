import { query } from "#platform/db/query.ts";
import type { SuperUser } from "./super-users.ts";

// Imported by super-users.ts only; test/super-flag.test.ts enforces it.
export const superUsers = query<Record<never, never>, SuperUser>(
  "SELECT id, name FROM user WHERE super = 1 AND deleted_at IS NULL ORDER BY id",
);
export const superUserById = query<{ userId: number }, SuperUser>(
  "SELECT id, name FROM user WHERE id = :userId AND super = 1 AND deleted_at IS NULL",
);
export const grantSuper = query<{ userId: number }>("UPDATE user SET super = 1 WHERE id = :userId");
export const clearSuper = query("UPDATE user SET super = 0 WHERE super <> 0");

import { type Db, one } from "#platform/db/database.ts";
import { nameInUse } from "./errors.ts";

/** Names are unique in the company, without case. Throws 409 ERR_NAME_IN_USE. */
export function refuseTakenName(db: Db, name: string, exceptId = 0): void {
  const taken = one(
    db,
    "SELECT 1 FROM connection WHERE name = ? AND id <> ? AND deleted_at IS NULL",
    name,
    exceptId,
  );
  if (taken) throw nameInUse("name");
}

import type { Sqlite } from "#platform/db/open.ts";
import { guardTables } from "#platform/db/table-triggers.ts";

/** Guards the rows of the copy of the provider's company, each time its file is opened. */
export const guardProvider = (client: Sqlite): void =>
  guardTables(client, [
    // Other columns record what a person does in this cell.
    { table: "user", columns: ["id", "name", "email", "password_hash", "profile", "super", "deleted_at"] },
    { table: "session" },
  ]);

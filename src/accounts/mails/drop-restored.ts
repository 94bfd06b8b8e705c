import type { Db } from "#platform/db/database.ts";
import { execute } from "#platform/db/query.ts";
import * as sql from "./mails.sql.ts";

/**
 * Deletes the mails that waited in a system file that is restored to an earlier moment, because the replaced machine
 * may have sent them. Returns their number.
 */
export const dropRestoredMails = (system: Db): number => execute(system, sql.deleteAll).changes;

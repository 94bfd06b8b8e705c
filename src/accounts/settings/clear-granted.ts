import { typed } from "#platform/db/database.ts";
import type { Sqlite } from "#platform/db/open.ts";
import { execute } from "#platform/db/query.ts";
import { catalogue, settingKeys } from "./catalogue.ts";
import * as sql from "./settings.sql.ts";

/**
 * Removes the settings that only super users change from a company file of another installation: the provider of this one
 * grants them again. For imports.
 */
export function clearGrantedSettings(db: Sqlite): void {
  for (const key of settingKeys)
    if (catalogue[key].writes === "super") execute(typed(db), sql.deleteSetting, { key });
}

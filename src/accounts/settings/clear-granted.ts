import type { Sqlite } from "#platform/db/open.ts";
import { catalogue, settingKeys } from "./catalogue.ts";

/**
 * Removes the settings that only super users change from a company file of another installation: the provider of this one
 * grants them again. For imports.
 */
export function clearGrantedSettings(db: Sqlite): void {
  const remove = db.prepare("DELETE FROM setting WHERE key = ?");
  for (const key of settingKeys) if (catalogue[key].writes === "super") remove.run(key);
}

import { keysOf } from "#accounts/settings/index.ts";
import { listQuery } from "./lists-port.ts";

/** The value of each campaign setting, by its key. */
export const campaignSettingLists = () =>
  Object.fromEntries(
    keysOf("campaign").map((key) => [key, listQuery(`SELECT value FROM setting WHERE key = '${key}'`)]),
  );

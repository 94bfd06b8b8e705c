import { noPermission } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { catalogue, definitionOf, type SettingKey, settingKeys } from "./catalogue.ts";
import type { SettingAnswer } from "./contract.ts";
import { noSetting } from "./errors.ts";
import { canReadSetting } from "./policy.ts";
import { presentSetting } from "./present.ts";

/** Settings in `/settings` and in the session: every key that the user may read, secrets masked. */
export function listSettings(ctx: UserCtx): readonly SettingAnswer[] {
  return settingKeys
    .filter((key) => catalogue[key].place !== "campaign" && canReadSetting(ctx.actor, catalogue[key]))
    .map((key) => presentSetting(ctx.tenant, key));
}

/** One setting. Throws 404 ERR_NO_SETTING_FOUND, 403 ERR_NO_PERMISSION. */
export function readSetting(ctx: UserCtx, key: string): SettingAnswer {
  const definition = definitionOf(key);
  if (!definition || definition.place === "campaign") throw noSetting();
  if (!canReadSetting(ctx.actor, definition)) throw noPermission();
  return presentSetting(ctx.tenant, key as SettingKey);
}

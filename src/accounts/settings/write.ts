import * as v from "valibot";
import { typed } from "#platform/db/database.ts";
import type { Sqlite } from "#platform/db/open.ts";
import { execute } from "#platform/db/query.ts";
import { invalidFields, noPermission } from "#platform/errors.ts";
import { maySetSecrets } from "#tenants/policy.ts";
import { isAdmin, type Tenant, type UserCtx } from "#tenants/tenant.ts";
import { catalogue, type Definition, definitionOf, type SettingKey, settingKeys } from "./catalogue.ts";
import type { Pkcs12Body, SettingAnswer } from "./contract.ts";
import { noSetting, planNeeded } from "./errors.ts";
import { SettingChanged } from "./events.ts";
import { pemPair } from "./kinds.ts";
import { canWriteSetting } from "./policy.ts";
import { MASK, presentSetting } from "./present.ts";
import { forget, setting } from "./read.ts";
import * as sql from "./settings.sql.ts";
import { checkVariables } from "./text-variables/check.ts";

/**
 * `PUT /settings/{key}`: admins of the company; only super users for keys reserved to them. Throws 404
 * ERR_NO_SETTING_FOUND, 403 ERR_NO_PERMISSION, 403 ERR_PLAN_FEATURE, 400 ERR_VALIDATION, 400 ERR_UNKNOWN_VARIABLE.
 */
export function changeSetting(ctx: UserCtx, key: string, value: string): SettingAnswer {
  const definition = definitionOf(key);
  // Campaign settings have their own route.
  if (!definition || definition.place === "campaign") throw noSetting();
  if (definition.secret && !maySetSecrets(ctx.actor)) throw noPermission();
  if (!isAdmin(ctx.actor) || !canWriteSetting(ctx.actor, definition)) throw noPermission();
  const { planFlag, fallback } = definition;
  if (planFlag && value !== fallback && !ctx.tenant.company.plan[planFlag]) throw planNeeded(planFlag);
  writeSetting(ctx.tenant, key as SettingKey, value);
  return presentSetting(ctx.tenant, key as SettingKey);
}

/**
 * Stores a value for actions of the product itself, without a permission check. Secrets are encrypted; the mask
 * leaves them unchanged, "" removes them. Readers see it once the transaction is committed. Throws 400
 * ERR_VALIDATION, 400 ERR_UNKNOWN_VARIABLE.
 */
export function writeSetting(tenant: Tenant, key: SettingKey, value: string): void {
  const definition = definitionOf(key);
  if (!definition) throw noSetting();
  if (definition.secret && value === MASK) return;
  if (!v.safeParse(definition.kind.schema, value).success) throw invalidFields({ value: "invalid" });
  if (definition.rendered) checkVariables(tenant, { value });
  // Fills the cache before the transaction. Otherwise a value that is read inside the transaction would stay cached
  // after a rollback.
  setting(tenant, key);
  tenant.write((unit) => {
    if (definition.place === "installation") tenant.writeSystem(() => store(tenant, key, definition, value));
    else store(tenant, key, definition, value);
    unit.afterCommit(() => forget(tenant, key));
    if (definition.place !== "installation") unit.emit(SettingChanged, { key });
  });
}

function store(tenant: Tenant, key: string, definition: Definition, value: string): void {
  const everywhere = definition.place === "installation";
  const db = everywhere ? tenant.installation.system : tenant.db;
  if (definition.secret && value === "") {
    execute(db, everywhere ? sql.deleteInstallationSetting : sql.deleteSetting, { key });
    return;
  }
  const stored = definition.secret ? tenant.installation.secrets.encrypt(value) : value;
  execute(db, everywhere ? sql.upsertInstallationSetting : sql.upsertSetting, { key, value: stored });
}

/**
 * Removes the settings that only super users may change from an imported company file. The provider of this
 * installation grants them again.
 */
export function clearGrantedSettings(db: Sqlite): void {
  for (const key of settingKeys)
    if (catalogue[key].writes === "super") execute(typed(db), sql.deleteSetting, { key });
}

/**
 * `POST /settings/{key}/pkcs12`: converts the bank's PKCS#12 file to the PEM used for calls; its password is
 * not stored. For settings that hold a certificate, with the write permission of the setting. Throws 404
 * ERR_NO_SETTING_FOUND, 403 ERR_NO_PERMISSION, 400 ERR_VALIDATION (`password`: wrong; `file`: not PKCS#12, or
 * without a certificate and its key).
 */
export async function importPkcs12(
  ctx: UserCtx,
  key: string,
  { file, password }: Pkcs12Body,
): Promise<SettingAnswer> {
  const definition = definitionOf(key);
  if (definition?.kind !== pemPair) throw noSetting();
  if (!canWriteSetting(ctx.actor, definition)) throw noPermission();
  return changeSetting(ctx, key, await pemOf(Buffer.from(file, "base64"), password));
}

async function pemOf(file: Buffer, password: string): Promise<string> {
  const { Pkcs12Error, pemOfPkcs12 } = await import("#platform/pkcs12/open.ts");
  try {
    return pemOfPkcs12(file, password);
  } catch (error) {
    if (!(error instanceof Pkcs12Error)) throw error;
    throw invalidFields(error.reason === "password" ? { password: "invalid" } : { file: "invalid" });
  }
}

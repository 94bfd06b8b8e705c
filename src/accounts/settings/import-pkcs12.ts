import { invalidFields, noPermission } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { definitionOf } from "./catalogue.ts";
import type { Pkcs12Body, SettingAnswer } from "./contract.ts";
import { noSetting } from "./errors.ts";
import { pemPair } from "./kinds.ts";
import { canWriteSetting } from "./policy.ts";
import { changeSetting } from "./write.ts";

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

import type { Tenant } from "#tenants/tenant.ts";
import { catalogue, type Definition, type SettingKey } from "./catalogue.ts";
import type { SettingAnswer } from "./contract.ts";
import { storedText } from "./read.ts";

/** Placeholder of a stored secret; writing it back changes nothing. */
export const MASK = "********";

/** `{ key, value }` for responses: secrets masked, defaults filled in. */
export function presentSetting(tenant: Tenant, key: SettingKey): SettingAnswer {
  const { secret, fallback }: Definition = catalogue[key];
  const stored = storedText(tenant, key);
  if (secret) return { key, value: stored ? MASK : "" };
  return { key, value: stored ?? fallback };
}

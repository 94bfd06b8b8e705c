import * as v from "valibot";
import { setting, writeSetting } from "#accounts/settings/index.ts";
import { invalidFields } from "#platform/errors.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { CAMPAIGN_SETTING_KEYS, type CampaignSettingKey, type CampaignSettingsBody } from "./contract.ts";

const isKey = (key: string): key is CampaignSettingKey =>
  (CAMPAIGN_SETTING_KEYS as readonly string[]).includes(key);

/** `GET /campaign-settings`: every key, its value as JSON text (docs/rules/settings.md#campaign-settings). */
export const campaignSettings = (tenant: Tenant): { key: CampaignSettingKey; value: string }[] =>
  CAMPAIGN_SETTING_KEYS.map((key) => ({ key, value: JSON.stringify(setting(tenant, key)) }));

/**
 * `POST /campaign-settings`, admins: values as JSON text or as JSON; absent keys keep their value, unknown ones are
 * ignored. Changes apply from the next wait. Throws 400 ERR_VALIDATION, and nothing is written.
 */
export function saveCampaignSettings({ tenant }: UserCtx, { settings }: CampaignSettingsBody): void {
  const given = Array.isArray(settings)
    ? settings.map(({ key, value }) => [key, value] as const)
    : Object.entries(settings);
  tenant.write(() => {
    for (const [key, value] of given) if (isKey(key)) write(tenant, key, value);
  });
}

function write(tenant: Tenant, key: CampaignSettingKey, value: unknown): void {
  try {
    writeSetting(tenant, key, typeof value === "string" ? value : JSON.stringify(value ?? null));
  } catch (error) {
    throw v.is(v.object({ code: v.literal("ERR_VALIDATION") }), error)
      ? invalidFields({ [key]: "invalid" })
      : error;
  }
}

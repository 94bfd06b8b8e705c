import * as v from "valibot";
import { ShortText } from "#platform/http/contract.ts";

/** Message intervals that the form offers, seconds (docs/rules/forms.md#pages). */
export const MESSAGE_INTERVALS = [0, 5, 10, 15, 20] as const;
export const OTHER_INTERVALS = [0, 1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120] as const;
export const CAMPAIGN_SETTING_KEYS = [
  "messageInterval",
  "longerIntervalAfter",
  "greaterInterval",
  "variables",
] as const;
export type CampaignSettingKey = (typeof CAMPAIGN_SETTING_KEYS)[number];
/** A campaign setting; `value` is JSON text. */
export const CampaignSettingAnswer = v.object({ key: v.picklist(CAMPAIGN_SETTING_KEYS), value: v.string() });
/** An object of values, or a list of `{ key, value }`; absent keys keep their value. */
export const CampaignSettingsBody = v.object({
  settings: v.union([
    v.pipe(v.array(v.object({ key: ShortText, value: v.unknown() })), v.maxLength(50)),
    v.pipe(v.record(ShortText, v.unknown()), v.maxEntries(50)),
  ]),
});
export type CampaignSettingsBody = v.InferOutput<typeof CampaignSettingsBody>;

import * as v from "valibot";

export const SettingAnswer = v.object({ key: v.string(), value: v.string() });
export type SettingAnswer = v.InferOutput<typeof SettingAnswer>;
export const SettingBody = v.object({
  key: v.optional(v.string()),
  value: v.pipe(v.string(), v.maxLength(20_000)),
});

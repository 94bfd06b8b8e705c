import { AppError, notFound } from "#platform/errors.ts";

/** 404: there is no such key. */
export const noSetting = () => notFound("ERR_NO_SETTING_FOUND");
/** 403: the value needs a feature that the plan does not include. */
export const planNeeded = (feature: string) => new AppError(403, "ERR_PLAN_FEATURE", { feature });

import { notFound } from "#platform/errors.ts";

/** 404: there is no such key. */
export const noSetting = () => notFound("ERR_NO_SETTING_FOUND");

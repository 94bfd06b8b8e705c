import { defineEvent } from "#platform/events/define-event.ts";

/** A setting of a company was changed. */
export const SettingChanged = defineEvent<{ readonly key: string }>("setting.changed");

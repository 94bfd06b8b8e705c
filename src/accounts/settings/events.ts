import { defineEvent } from "#platform/events/define-event.ts";

/** A company's own setting has another value. */
export const SettingChanged = defineEvent<{ readonly key: string }>("setting.changed");

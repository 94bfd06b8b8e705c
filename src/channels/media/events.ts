import { defineEvent } from "#platform/events/define-event.ts";

/** The files of the company take noticeably more or less than before. */
export const StorageChanged = defineEvent<{ readonly bytes: number }>("media.storage_changed");

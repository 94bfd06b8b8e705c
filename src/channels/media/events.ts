import { defineEvent } from "#platform/events/define-event.ts";

/** The storage used by the company changed noticeably. */
export const StorageChanged = defineEvent<{ readonly bytes: number }>("media.storage_changed");

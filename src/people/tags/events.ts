import { defineEvent } from "#platform/events/define-event.ts";

interface OneTag {
  readonly tagId: number;
}

export const TagCreated = defineEvent<OneTag>("tag.created");
export const TagUpdated = defineEvent<OneTag>("tag.updated");
export const TagDeleted = defineEvent<OneTag>("tag.deleted");

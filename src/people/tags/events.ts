import { defineEvent } from "#platform/events/define-event.ts";

interface OneTag {
  readonly tagId: number;
}

export const TagCreated = defineEvent<OneTag>("tag.created");
export const TagUpdated = defineEvent<OneTag>("tag.updated");
/** Emitted within the transaction while the tag exists: listeners veto by throwing, or remove what refers to it. */
export const TagDeleting = defineEvent<OneTag>("tag.deleting");
export const TagDeleted = defineEvent<OneTag>("tag.deleted");

import { defineEvent } from "#platform/events/define-event.ts";

interface OneField {
  readonly fieldId: number;
}

export const FieldCreated = defineEvent<OneField>("field.created");
export const FieldUpdated = defineEvent<OneField>("field.updated");
/** Emitted within the transaction while the field exists: listeners veto by throwing, or remove what refers to it. */
export const FieldDeleting = defineEvent<OneField>("field.deleting");
export const FieldDeleted = defineEvent<OneField>("field.deleted");

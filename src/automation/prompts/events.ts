import { defineEvent } from "#platform/events/define-event.ts";

interface OnePrompt {
  readonly promptId: number;
}

export const PromptCreated = defineEvent<OnePrompt>("prompt.created");
export const PromptUpdated = defineEvent<OnePrompt>("prompt.updated");
/** Emitted in the transaction, before the row is deleted, so that its tickets are passed to people. */
export const PromptDeleting = defineEvent<OnePrompt>("prompt.deleting");
export const PromptDeleted = defineEvent<OnePrompt>("prompt.deleted");

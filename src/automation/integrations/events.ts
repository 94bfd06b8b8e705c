import { defineEvent } from "#platform/events/define-event.ts";

export const IntegrationSaved = defineEvent<{ readonly integrationId: number; readonly created: boolean }>(
  "integration.saved",
);
/** Inside the transaction: listeners remove their references. */
export const IntegrationDeleted = defineEvent<{ readonly integrationId: number }>("integration.deleted");

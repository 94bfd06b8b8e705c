import { defineEvent } from "#platform/events/define-event.ts";

interface OneResolution {
  readonly resolutionId: number;
}

export const ResolutionCreated = defineEvent<OneResolution>("resolution.created");
export const ResolutionUpdated = defineEvent<OneResolution>("resolution.updated");
/** Emitted within the transaction while the resolution exists: listeners veto by throwing, or remove what refers to it. */
export const ResolutionDeleting = defineEvent<OneResolution>("resolution.deleting");
export const ResolutionDeleted = defineEvent<OneResolution>("resolution.deleted");

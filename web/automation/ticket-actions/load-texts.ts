import { templateTexts } from "#web/channels/templates/locales/index.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { participantTexts } from "#web/inbox/tickets/participants/locales/index.ts";
import { actionTexts } from "#web/inbox/tickets/ticket-actions/locales/index.ts";
import { variableTexts } from "#web/inbox/variables/locales/index.ts";

/**
 * Loads the texts of the editor of actions before it is rendered, because a component that waits for its texts hides the dialog
 * around it.
 */
export const loadActionTexts = (): Promise<unknown> =>
  preloadTexts(actionTexts, templateTexts, variableTexts, participantTexts);

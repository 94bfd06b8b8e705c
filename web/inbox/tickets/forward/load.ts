import { preloadTexts } from "#web/i18n/dictionary.ts";
import { forwardTexts } from "#web/inbox/messages/selection/locales/index.ts";

/** Loads the dialog with its texts. */
export async function forwardDialog() {
  const [part] = await Promise.all([import("./forward-dialog.tsx"), preloadTexts(forwardTexts)]);
  return part.ForwardDialog;
}

import { preloadTexts } from "#web/i18n/dictionary.ts";
import { undoTexts } from "./locales/index.ts";

/** Loads the bar with its texts; only for people who can undo what they send. */
export async function undoBar() {
  const [part] = await Promise.all([import("./undo-bar.tsx"), preloadTexts(undoTexts)]);
  return part.UndoBar;
}

import { preloadTexts } from "#web/i18n/dictionary.ts";
import { forwardTexts } from "./locales/index.ts";

/** Loads the boxes on messages with their texts; only while messages are selected, as the next one. */
export async function pickBox() {
  const [part] = await Promise.all([import("./pick-box.tsx"), preloadTexts(forwardTexts)]);
  return part.PickBox;
}

export async function selectionBar() {
  const [part] = await Promise.all([import("./selection-bar.tsx"), preloadTexts(forwardTexts)]);
  return part.SelectionBar;
}

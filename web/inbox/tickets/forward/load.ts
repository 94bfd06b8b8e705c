import { preloadTexts } from "#web/i18n/dictionary.ts";
import { forwardTexts } from "./locales/index.ts";

/** Each part is loaded with its texts when it is first needed. */
export async function pickBox() {
  const [part] = await Promise.all([import("./pick-box.tsx"), preloadTexts(forwardTexts)]);
  return part.PickBox;
}

export async function selectionBar() {
  const [part] = await Promise.all([import("./selection-bar.tsx"), preloadTexts(forwardTexts)]);
  return part.SelectionBar;
}

export async function forwardDialog() {
  const [part] = await Promise.all([import("./forward-dialog.tsx"), preloadTexts(forwardTexts)]);
  return part.ForwardDialog;
}

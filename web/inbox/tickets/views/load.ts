import { preloadTexts } from "#web/i18n/dictionary.ts";
import { viewTexts } from "./locales/index.ts";

/** The button of an empty view, with its texts. */
export async function loadEditViewButton() {
  const [part] = await Promise.all([import("./edit-view-button.tsx"), preloadTexts(viewTexts)]);
  return part.EditViewButton;
}

/** The view bar with its texts; loaded after the list is on screen. */
export async function loadViewBar() {
  const [part] = await Promise.all([import("./view-bar.tsx"), preloadTexts(viewTexts)]);
  return part.ViewBar;
}

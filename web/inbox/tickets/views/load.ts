import { preloadTexts } from "#web/i18n/dictionary.ts";
import { viewTexts } from "./locales/index.ts";

/** The view bar with its texts; loaded after the list is on screen. */
export async function loadViewBar() {
  const [part] = await Promise.all([import("./view-bar.tsx"), preloadTexts(viewTexts)]);
  return part.ViewBar;
}

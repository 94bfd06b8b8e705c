import { preloadTexts } from "#web/i18n/dictionary.ts";
import { variableTexts } from "#web/inbox/variables/locales/index.ts";
import { templateTexts } from "./locales/index.ts";

/** The time left to answer freely, with its texts; fetched for conversations of official numbers alone. */
export async function windowChip() {
  const [part] = await Promise.all([import("./window-chip.tsx"), preloadTexts(templateTexts, variableTexts)]);
  return part.WindowChip;
}

/** The bar in place of the text box once the window is closed, with its texts. */
export async function windowBar() {
  const [part] = await Promise.all([import("./window-bar.tsx"), preloadTexts(templateTexts, variableTexts)]);
  return part.WindowBar;
}

/** The templates of a number with their texts. */
export async function templatesDialog() {
  const [part] = await Promise.all([import("./templates-dialog.tsx"), preloadTexts(templateTexts)]);
  return part.TemplatesDialog;
}

import { preloadTexts } from "#web/i18n/dictionary.ts";
import { variableTexts } from "#web/inbox/variables/locales/index.ts";
import { templateTexts } from "./locales/index.ts";

/** Loads the chip with the remaining answer window; only for conversations of official numbers. */
export async function windowChip() {
  const [part] = await Promise.all([import("./window-chip.tsx"), preloadTexts(templateTexts, variableTexts)]);
  return part.WindowChip;
}

/** Loads the bar that replaces the composer once the answer window is closed. */
export async function windowBar() {
  const [part] = await Promise.all([import("./window-bar.tsx"), preloadTexts(templateTexts, variableTexts)]);
  return part.WindowBar;
}

export async function templatesDialog() {
  const [part] = await Promise.all([import("./templates-dialog.tsx"), preloadTexts(templateTexts)]);
  return part.TemplatesDialog;
}

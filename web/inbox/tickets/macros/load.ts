import { preloadTexts } from "#web/i18n/dictionary.ts";
import { actionTexts } from "#web/inbox/tickets/ticket-actions/locales/index.ts";
import { macroTexts } from "./locales/index.ts";

/** The dialogs that choose and preview a macro, with their texts and the macros: a digit typed meanwhile chooses one. */
export async function loadMacroDialogs() {
  const [part] = await Promise.all([import("./macro-dialogs.tsx"), preloadTexts(macroTexts, actionTexts)]);
  await part.loadMacros();
  return part.MacroDialogs;
}

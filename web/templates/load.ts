import { preloadTexts } from "#web/i18n/dictionary.ts";
import { templateTexts } from "./locales/index.ts";

/** The templates of a number with their texts. */
export async function templatesDialog() {
  const [part] = await Promise.all([import("./templates-dialog.tsx"), preloadTexts(templateTexts)]);
  return part.TemplatesDialog;
}

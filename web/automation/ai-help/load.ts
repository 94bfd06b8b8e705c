import { preloadTexts } from "#web/i18n/dictionary.ts";
import { AiHelp } from "./ai-help.tsx";
import { aiHelpTexts } from "./locales/index.ts";

/** The help of the AI with its texts, for a page that fetches it when it is wanted. */
export async function aiHelp(): Promise<typeof AiHelp> {
  await preloadTexts(aiHelpTexts);
  return AiHelp;
}

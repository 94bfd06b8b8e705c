import { preloadTexts } from "#web/i18n/dictionary.ts";
import { AiHelp } from "./ai-help.tsx";
import { aiHelpTexts } from "./locales/index.ts";

export async function aiHelp(): Promise<typeof AiHelp> {
  await preloadTexts(aiHelpTexts);
  return AiHelp;
}

import { useText } from "#web/i18n/use-text.ts";
import { variableTexts } from "./locales/index.ts";
import { sampleText } from "./sample.ts";

/** Texts as a customer may read them, in the language of the page. */
export function useSample(known: Readonly<Record<string, string>> = {}, at?: Date): (text: string) => string {
  const t = useText(variableTexts);
  return (text) =>
    sampleText(text, {
      now: at ?? new Date(),
      greetings: [t("greeting.dawn"), t("greeting.morning"), t("greeting.afternoon"), t("greeting.night")],
      known,
    });
}

import { session } from "#web/lib/session/session.ts";
import { sampleText } from "./sample.ts";

/** The language in which the company greets its customers. Reads a signal. */
export function companyLanguage(): "pt-BR" | "en" | "es" {
  const language = session.setting("language");
  return language === "en" || language === "es" ? language : "pt-BR";
}

/** Returns a function that previews texts with sample values, greeted in the company's language. */
export function useSample(known: Readonly<Record<string, string>> = {}, at?: Date): (text: string) => string {
  const language = companyLanguage();
  return (text) => sampleText(text, { now: at ?? new Date(), language, known });
}

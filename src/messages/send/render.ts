/** Name of a variable as typed, lower-cased and without outer blanks → its value; undefined = no such variable. */
export type Values = (name: string) => string | undefined;

/**
 * Replaces `{{name}}` by its value (behaviour 7.4): one pass, nothing escaped, values are never rendered again, and
 * what nobody knows stays as typed.
 */
export function render(text: string, values: Values): string {
  if (!text.includes("{{")) return text;
  return text.replace(
    /\{\{\s*([^{}]{1,60}?)\s*\}\}/g,
    (typed, name: string) => values(name.toLowerCase()) ?? typed,
  );
}

type Language = "pt-BR" | "en" | "es";
/** From which hour of the day which greeting. */
const GREETINGS: Readonly<Record<Language, readonly (readonly [number, string])[]>> = {
  "pt-BR": [
    [18, "Boa noite"],
    [12, "Boa tarde"],
    [6, "Bom dia"],
    [0, "Boa madrugada"],
  ],
  en: [
    [18, "Good night"],
    [12, "Good afternoon"],
    [6, "Good morning"],
    [0, "Good night"],
  ],
  es: [
    [18, "Buenas noches"],
    [12, "Buenas tardes"],
    [6, "Buenos días"],
    [0, "Buenas noches"],
  ],
};

export const greetingAt = (hour: number, language: Language): string =>
  GREETINGS[language].find(([from]) => hour >= from)?.[1] ?? "";

type Language = "pt-BR" | "en" | "es";

/** Greetings with the hour of the day from which they are used. None is a farewell, so "Good night" is missing. */
const GREETINGS: Readonly<Record<Language, readonly (readonly [number, string])[]>> = {
  "pt-BR": [
    [18, "Boa noite"],
    [12, "Boa tarde"],
    [6, "Bom dia"],
    [0, "Boa madrugada"],
  ],
  en: [
    [18, "Good evening"],
    [12, "Good afternoon"],
    [0, "Good morning"],
  ],
  es: [
    [18, "Buenas noches"],
    [12, "Buenas tardes"],
    [6, "Buenos días"],
    [0, "Buenas noches"],
  ],
};

/** The greeting of an hour of the day, 0 to 23, in the company's language. */
export const greetingAt = (hour: number, language: Language): string =>
  GREETINGS[language].find(([from]) => hour >= from)?.[1] ?? "";

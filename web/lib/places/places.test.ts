import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { text } from "#web/i18n/dictionary.ts";
import { LANGUAGES, type Language } from "#web/i18n/languages.ts";
import { changeLanguage } from "#web/i18n/start.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { session } from "#web/lib/session/session.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { placeTexts } from "./locales/index.ts";
import { findPlaces, findsBy } from "./places.ts";

await startPortuguese(placeTexts);
beforeEach(() => session.take({ token: "t", user: sampleUser() }));
afterEach(async () => {
  session.end();
  await changeLanguage("pt");
});
const t: Parameters<typeof findsBy>[1] = (key, values) => text(placeTexts, key, values);

/** Words of another product, and the tab with the thing. */
const OF_OTHERS = {
  Snooze: "/tickets?view=snoozed",
  Macros: "/quick-messages?tab=macros",
  Automation: "/automation",
  SLA: "/automation?tab=sla",
  Reports: "/reports?tab=sla",
  CSAT: "/reports?tab=satisfaction",
  "Custom attributes": "/automation?tab=fields",
};
const OWN: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  pt: { soneca: "/tickets?view=snoozed", gatilho: "/automation", tabulação: "/automation?tab=resolutions" },
  en: { workflow: "/automation", "close reason": "/automation?tab=resolutions" },
  es: { encuesta: "/reports?tab=satisfaction", seguimiento: "/quick-messages?tab=follow-ups" },
};
/** Words of another product, and the name in the menu or of an action that answers them. */
const NAMES: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  "canned responses": { pt: "Respostas rápidas", en: "Quick replies", es: "Respuestas rápidas" },
  labels: { pt: "Tags", en: "Tags", es: "Etiquetas" },
  inbox: { pt: "Conexões", en: "Connections", es: "Conexiones" },
  "assign agent": { pt: "Transferir o atendimento", en: "Transfer the ticket", es: "Transferir la atención" },
  snooze: { pt: "Adiar o atendimento", en: "Snooze the ticket", es: "Posponer la atención" },
  "private note": { pt: "Escrever nota interna", en: "Write an internal note", es: "Escribir nota interna" },
};

for (const language of LANGUAGES)
  describe(`the search in ${language}`, () => {
    test("words of other products find the tab with the same thing", async () => {
      await changeLanguage(language);
      for (const [typed, path] of Object.entries({ ...OF_OTHERS, ...OWN[language] }))
        expect({ typed, paths: findPlaces(typed, t).map((place) => place.path) }).toEqual({
          typed,
          paths: expect.arrayContaining([path]),
        });
    });

    test("words of other products find pages and actions by their names here", async () => {
      await changeLanguage(language);
      for (const [typed, names] of Object.entries(NAMES))
        expect({ typed, isFound: findsBy(typed, t)(names[language]) }).toEqual({ typed, isFound: true });
    });
  });

test("two letters find names that contain them and no words of other products", () => {
  expect(findsBy("sn", t)("Adiar o atendimento")).toBe(false);
  expect(findsBy("ad", t)("Adiar o atendimento")).toBe(true);
});

test("an attendant is not offered tabs of pages for administrators", () => {
  session.take({ token: "t", user: sampleUser({ profile: "user", abilities: [] }) });
  expect(findPlaces("sla", t)).toEqual([]);
});

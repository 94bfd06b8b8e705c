import type server from "#accounts/settings/locales/pt.json";
import { defineLocales, joinTexts } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

export type SettingsTexts = typeof pt & typeof server;

/** Texts of the settings page. */
export const settingsTexts = defineLocales<SettingsTexts>("settings", {
  pt: () => joinTexts(import("./pt.json"), import("#accounts/settings/locales/pt.json")),
  en: () => joinTexts(import("./en.json"), import("#accounts/settings/locales/en.json")),
  es: () => joinTexts(import("./es.json"), import("#accounts/settings/locales/es.json")),
});

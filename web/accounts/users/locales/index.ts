import { defineLocales } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

/** Texts of the users page, of the dialog for a user, and of the user's own profile. */
export const usersTexts = defineLocales<typeof pt>("users", {
  pt: () => import("./pt.json"),
  en: () => import("./en.json"),
  es: () => import("./es.json"),
});

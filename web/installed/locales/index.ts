import { defineLocales } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Texts of the installed app: versions, notifications of the device, what other apps share. */
export const installed = defineLocales<typeof pt>("installed", {
  pt: async () => (await import("./pt.ts")).pt,
  en: async () => (await import("./en.ts")).en,
  es: async () => (await import("./es.ts")).es,
});

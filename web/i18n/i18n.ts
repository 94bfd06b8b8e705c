import { createInstance } from "i18next";

/** The one instance of the page; `startTranslations` fills it. */
export const i18n = createInstance();

import type { PageLanguage } from "#platform/http/contract.ts";
import { labels as en } from "./locales/labels-en.ts";
import { labels as es } from "./locales/labels-es.ts";
import { labels as pt } from "./locales/labels-pt.ts";

const LABELS: Readonly<Record<PageLanguage, Readonly<Record<string, string>>>> = { pt, en, es };

/** What the settings page calls a setting; undefined for one that stands on no page. */
export const labelOf = (key: string, language: PageLanguage): string | undefined => LABELS[language][key];

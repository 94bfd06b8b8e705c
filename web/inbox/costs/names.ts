import type { Translate } from "#web/i18n/dictionary.ts";
import type pt from "./locales/pt.json";

const CATEGORIES = ["marketing", "utility", "authentication", "service"] as const;
const ORIGINS = ["user", "bot", "ai", "system", "rule", "followup", "schedule", "campaign", "api"] as const;

/** The name of a category; a word of Meta that is not known yet is shown as it came. */
export function categoryName(t: Translate<typeof pt>, category: string): string {
  const known = CATEGORIES.find((name) => name === category);
  return known ? t(`category.${known}`) : t("category.other", { name: category });
}

/** ISO codes of Meta's markets that are one country. */
const COUNTRIES: Readonly<Record<string, string>> = {
  ...{ Argentina: "AR", Brazil: "BR", Chile: "CL", Colombia: "CO", Egypt: "EG", France: "FR", Germany: "DE" },
  ...{
    India: "IN",
    Indonesia: "ID",
    Israel: "IL",
    Italy: "IT",
    Malaysia: "MY",
    Mexico: "MX",
    Netherlands: "NL",
  },
  ...{ Nigeria: "NG", Pakistan: "PK", Peru: "PE", Russia: "RU", "Saudi Arabia": "SA", "South Africa": "ZA" },
  ...{ Spain: "ES", Turkey: "TR", "United Arab Emirates": "AE", "United Kingdom": "GB" },
};
const REGIONS = {
  "North America": "northAmerica",
  "Rest of Africa": "africa",
  "Rest of Asia Pacific": "asia",
  "Rest of Central & Eastern Europe": "east",
  "Rest of Latin America": "latin",
  "Rest of Middle East": "middleEast",
  "Rest of Western Europe": "west",
} as const;

/** The name of a market in the page's language; a market that is not known yet keeps Meta's English name. */
export function marketName(t: Translate<typeof pt>, language: string, market: string): string {
  const code = COUNTRIES[market];
  if (code) return new Intl.DisplayNames(language, { type: "region" }).of(code) ?? market;
  const region = Object.entries(REGIONS).find(([name]) => name === market)?.[1];
  return region ? t(`market.${region}`) : market;
}

export function originName(t: Translate<typeof pt>, origin: string): string {
  const known = ORIGINS.find((name) => name === origin);
  return t(`origin.${known ?? "other"}`);
}

import { useTranslation } from "react-i18next";
import type { Locales, Texts, Translate } from "./dictionary.ts";

/** Texts of a feature inside a component; waits (Suspense) until they are loaded and follows the language. */
export function useText<Source extends Texts>(locales: Locales<Source>): Translate<Source> {
  const { t } = useTranslation(locales.name);
  return t as unknown as Translate<Source>;
}

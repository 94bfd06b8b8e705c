import type { ReconciliationSummary } from "#inbox/reconciliation/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import type pt from "./locales/pt.json";

export type VerdictTone = "success" | "waiting" | "danger" | "neutral";

/** The text about lost messages in the list of connections; it never claims more than the report. Pure. */
export function verdictOf(
  t: Translate<typeof pt>,
  summary: ReconciliationSummary,
): { readonly text: string; readonly tone: VerdictTone } {
  const { supported, subscribed, hasCompared, gaps, isProven, days, activeChats, comparedChats } = summary;
  if (!supported)
    return subscribed === false
      ? { text: t("verdict.notSubscribed"), tone: "danger" }
      : { text: t("verdict.official"), tone: "neutral" };
  if (gaps > 0) return { text: t("verdict.found", { count: gaps, days }), tone: "waiting" };
  if (!hasCompared) return { text: t("verdict.never"), tone: "neutral" };
  if (isProven) return { text: t("verdict.proven", { days }), tone: "success" };
  if (activeChats === 0) return { text: t("verdict.quiet", { days }), tone: "neutral" };
  return { text: t("verdict.partial", { compared: comparedChats, active: activeChats }), tone: "neutral" };
}

import { useSignals } from "@preact/signals-react/runtime";
import { language } from "#web/i18n/language.ts";
import { useText } from "#web/i18n/use-text.ts";
import { costTexts } from "./locales/index.ts";
import { formatMicros } from "./money.ts";
import { marketName } from "./names.ts";
import { useEstimate } from "./use-estimate.ts";
import "./costs.css";

interface Props {
  readonly connectionId: number;
  readonly contactId: number;
  /** Null = a free text. */
  readonly templateName: string | null;
}

/**
 * What one message of an official number to a contact is expected to cost: amount, country, and what is left of the
 * budget; nothing while no price is confirmed (docs/rules/costs.md#estimate).
 */
export function SendEstimate({ connectionId, contactId, templateName }: Props) {
  useSignals();
  const t = useText(costTexts);
  const found = useEstimate({
    connectionId,
    contactIds: [contactId],
    ...(templateName !== null && { templateName }),
  });
  if (!found || found.micros === null) return null;
  const { micros, currency, unknown, left, markets } = found;
  const money = (amount: number) => formatMicros(amount, currency, language.value);
  const market = markets[0]?.market ?? "";
  return (
    <p className="costs-intro">
      {[
        unknown > 0
          ? t("estimate.unknown", { count: unknown })
          : t("estimate.amount", { price: money(micros) }),
        market === "" ? t("estimate.noMarket") : marketName(t, language.value, market),
        ...(left === null ? [] : [t("estimate.left", { price: money(left) })]),
      ].join(" · ")}
    </p>
  );
}

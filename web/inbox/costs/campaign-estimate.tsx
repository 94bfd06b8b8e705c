import { useSignals } from "@preact/signals-react/runtime";
import Coins from "lucide-react/icons/coins";
import { language } from "#web/i18n/language.ts";
import { formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { costTexts } from "./locales/index.ts";
import { formatMicros } from "./money.ts";
import { marketName } from "./names.ts";
import { useEstimate } from "./use-estimate.ts";

interface Props {
  readonly connectionId: number;
  readonly templateName: string | null;
  /** 0 = none. */
  readonly contactListId: number;
  readonly tagListId: number;
}
/** Countries named in the line; the others are one sum. */
const NAMED = 3;

/**
 * What a campaign of an official number is expected to cost, a line of the campaign's summary: the amount, unknown
 * recipients and what is left of the budget; only recipients per country while no price is confirmed
 * (docs/rules/costs.md#estimate).
 */
export function CampaignEstimate(props: Props) {
  useSignals();
  const t = useText(costTexts);
  const { connectionId, templateName, contactListId, tagListId } = props;
  const found = useEstimate(
    contactListId === 0 && tagListId === 0
      ? null
      : {
          connectionId,
          ...(templateName !== null && { templateName }),
          contactListId: contactListId || null,
          tagListId: tagListId || null,
        },
  );
  if (!found || found.recipients === 0) return null;
  const { markets, unknown, micros, left, currency } = found;
  const money = (amount: number) => formatMicros(amount, currency, language.value);
  const rest = markets.slice(NAMED).reduce((sum, { recipients }) => sum + recipients, 0);
  return (
    <li>
      <span className="campaign-line-icon" aria-hidden="true">
        <Coins />
      </span>
      <div>
        {micros === null ? (
          t("estimate.noMoney")
        ) : (
          <strong>{t("estimate.amount", { price: money(micros) })}</strong>
        )}
        {micros !== null && unknown > 0 ? <small>{t("estimate.unknown", { count: unknown })}</small> : null}
        {micros !== null && left !== null ? (
          <small>{t(micros > left ? "estimate.over" : "estimate.left", { price: money(left) })}</small>
        ) : null}
        {markets.slice(0, NAMED).map(({ market, recipients }) => (
          <small key={market}>
            {t("estimate.line", {
              market: market === "" ? t("estimate.noMarket") : marketName(t, language.value, market),
              count: formatNumber(recipients),
            })}
          </small>
        ))}
        {rest > 0 ? <small>{t("estimate.more", { count: formatNumber(rest) })}</small> : null}
      </div>
    </li>
  );
}

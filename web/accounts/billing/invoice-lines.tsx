import type { InvoiceLine } from "#accounts/billing/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatMonth } from "#web/lib/format/dates.ts";
import { formatMoney } from "#web/lib/format/money.ts";
import { billingTexts } from "./locales/index.ts";
import type pt from "./locales/pt.json";

/** Noon in the middle of the month, because that instant is in the same month in every time zone. */
const monthName = (period: string): string => formatMonth(`${period}-15T12:00:00.000Z`);

/** "WhatsApp messages of 10/2026". */
export const lineTitle = (t: Translate<typeof pt>, { period }: InvoiceLine): string =>
  t("line.title", { month: monthName(period) });

/** "R$ 12.34 · 1,234 messages · 10% margin included". */
export function lineDetail(t: Translate<typeof pt>, { value, quantity, marginPercent }: InvoiceLine): string {
  const count = t("line.count", { count: quantity, shown: formatNumber(quantity) });
  const margin = marginPercent > 0 ? [t("line.margin", { percent: String(marginPercent) })] : [];
  return [formatMoney(value), count, ...margin].join(" · ");
}

/** What an invoice contains beside the plan: months of message costs with amount, count and margin. */
export function InvoiceLines({ lines = [] }: { readonly lines: readonly InvoiceLine[] | undefined }) {
  const t = useText(billingTexts);
  return lines.map((line) => (
    <small key={line.period} className="invoice-line">
      {lineTitle(t, line)}: {lineDetail(t, line)}
    </small>
  ));
}

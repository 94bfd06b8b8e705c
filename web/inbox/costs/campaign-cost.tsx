import { useSignals } from "@preact/signals-react/runtime";
import Coins from "lucide-react/icons/coins";
import { useEffect, useState } from "react";
import type { CampaignCost } from "#inbox/costs/contract.ts";
import { language } from "#web/i18n/language.ts";
import { formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";
import { costTexts } from "./locales/index.ts";
import { formatMicros } from "./money.ts";

/** A card of the campaign's report: what its messages have cost, beside the estimate of its start. */
export function CampaignCostCard({ campaignId }: { readonly campaignId: number }) {
  useSignals();
  const t = useText(costTexts);
  const [cost, setCost] = useState<CampaignCost | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    // The report is complete without the card: 404 for a campaign that sent no official message.
    const load = () =>
      void api
        .get<CampaignCost>(`/costs/campaigns/${campaignId}`, { signal: abort.signal })
        .then(setCost, () => undefined);
    load();
    const stop = socket.on("cost", load);
    return () => {
      stop();
      abort.abort();
    };
  }, [campaignId]);
  if (!cost || cost.micros === null) return null;
  const { estimate, currency, micros, count } = cost;
  const expected = estimate?.micros ?? null;
  return (
    <li className="panel report-card">
      <span className="report-card-icon">
        <Coins aria-hidden="true" />
      </span>
      <h2>{t("campaign.title")}</h2>
      <p className="report-word">{formatMicros(micros, currency, language.value)}</p>
      <small>
        {estimate && expected !== null
          ? t("campaign.estimated", {
              price: formatMicros(expected, estimate.currency, language.value),
              count: formatNumber(count),
              recipients: formatNumber(estimate.recipients),
            })
          : t("campaign.delivered", { count, shown: formatNumber(count) })}
      </small>
    </li>
  );
}

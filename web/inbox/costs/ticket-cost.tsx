import { useSignals } from "@preact/signals-react/runtime";
import Coins from "lucide-react/icons/coins";
import { useEffect, useState } from "react";
import type { TicketCost } from "#inbox/costs/contract.ts";
import { language } from "#web/i18n/language.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { formatTime } from "#web/lib/format/dates.ts";
import { currentMinute } from "#web/lib/now-signal.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { costTexts } from "./locales/index.ts";
import { formatMicros } from "./money.ts";
import "./ticket-cost.css";

/**
 * What the running attendance has cost, and what the next answer costs or until when answers are free. Without a
 * confirmed price only the latter; nothing when neither is known.
 */
export function TicketCostChip({ ticketId }: { readonly ticketId: number }) {
  useSignals();
  const t = useText(costTexts);
  const [cost, setCost] = useState<TicketCost | null>(null);
  const minute = currentMinute.value;
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again every minute
  useEffect(() => {
    const abort = new AbortController();
    // Without an answer the chip is not shown; the conversation does not depend on it.
    api.get<TicketCost>(`/tickets/${ticketId}/cost`, { signal: abort.signal }).then(setCost, () => {});
    return () => abort.abort();
  }, [ticketId, minute]);
  if (!cost || (cost.micros === null && cost.freeUntil === null)) return null;
  const money = (micros: number) => formatMicros(micros, cost.currency, language.value);
  const next =
    cost.freeUntil !== null
      ? t("ticket.freeUntil", { time: formatTime(cost.freeUntil) })
      : cost.perMessage === null
        ? ""
        : cost.perMessage === 0
          ? t("ticket.free")
          : t("ticket.next", { price: money(cost.perMessage) });
  const shown = [cost.micros === null ? "" : money(cost.micros), next].filter(Boolean).join(" · ");
  const name = cost.micros === null ? shown : t("ticket.cost", { price: shown });
  return (
    <button
      type="button"
      className="ticket-cost"
      aria-label={name}
      title={name}
      onClick={() => toast.info(name)}
    >
      <Coins aria-hidden="true" />
      {shown}
    </button>
  );
}

import { useSignals } from "@preact/signals-react/runtime";
import Coins from "lucide-react/icons/coins";
import { useCallback, useEffect, useState } from "react";
import type { RateAnswer, RateList } from "#inbox/costs/contract.ts";
import { language } from "#web/i18n/language.ts";
import { formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { costTexts } from "#web/inbox/costs/locales/index.ts";
import { formatMicros } from "#web/inbox/costs/money.ts";
import { categoryName, marketName } from "#web/inbox/costs/names.ts";
import { api } from "#web/lib/api/api.ts";
import { formatPureDate } from "#web/lib/format/dates.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { type Column, DataTable } from "#web/ui/table/data-table.tsx";
import { TableSkeleton } from "#web/ui/table/paged-table.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { AddPanel } from "./add-panel.tsx";
import { ImportPanel } from "./import-panel.tsx";
import { rateTexts } from "./locales/index.ts";
import "#web/inbox/costs/costs.css";

/** Prices that one request may confirm. */
const AT_ONCE = 2000;

/** Meta's price cards, for super users: import, type, confirm. */
export function RatesPage() {
  useSignals();
  const t = useText(rateTexts);
  const [list, setList] = useState<RateList | null>(null);
  const [error, setError] = useState<unknown>(null);
  const load = useCallback(
    () =>
      void api.get<RateList>("/rates").then((answer) => {
        setList(answer);
        setError(null);
      }, setError),
    [],
  );
  useEffect(load, [load]);
  const waiting = list?.rates.filter(({ confirmedAt }) => confirmedAt === null) ?? [];
  const confirm = () =>
    api
      .put("/rates", { ids: waiting.slice(0, AT_ONCE).map(({ id }) => id), confirmed: true })
      .then(() => {
        toast.success(t("page.confirmed"));
        load();
      })
      .catch(toast.failure);
  return (
    <div className="page rates">
      <header className="page-head">
        <h1 className="page-title">{t("page.title")}</h1>
      </header>
      <p className="costs-intro">{t("page.intro")}</p>
      {waiting.length > 0 ? (
        <Callout tone="waiting">
          <p>{t("page.waiting", { count: waiting.length })}</p>
          <Button variant="primary" onPress={() => void confirm()}>
            {t("page.confirm", { count: waiting.length })}
          </Button>
        </Callout>
      ) : null}
      <div className="costs-panels">
        <ImportPanel onImported={load} />
        <AddPanel markets={list?.markets ?? []} onAdded={load} />
      </div>
      {error && !list ? (
        <div className="panel">
          <ErrorState title={t("page.failed")} error={error} onRetry={load} />
        </div>
      ) : list === null ? (
        <TableSkeleton />
      ) : list.rates.length === 0 ? (
        <div className="panel">
          <EmptyState picture={<Coins />} title={t("page.empty")} text={t("page.emptyText")} />
        </div>
      ) : (
        <RatesTable rates={list.rates} />
      )}
    </div>
  );
}

function RatesTable({ rates }: { readonly rates: readonly RateAnswer[] }) {
  useSignals();
  const t = useText(rateTexts);
  const words = useText(costTexts);
  const speaks = language.value;
  const range = ({ validFrom: from, validTo: to }: RateAnswer) =>
    to === null
      ? t("table.open", { from: formatPureDate(from) })
      : t("table.range", { from: formatPureDate(from), to: formatPureDate(to) });
  const columns: readonly Column<RateAnswer>[] = [
    {
      id: "market",
      title: t("table.market"),
      card: "title",
      cell: ({ market }) => marketName(words, speaks, market),
      sortBy: ({ market }) => marketName(words, speaks, market),
    },
    {
      id: "category",
      title: t("table.category"),
      card: "named",
      cell: ({ category }) => categoryName(words, category),
      sortBy: ({ category }) => categoryName(words, category),
    },
    {
      id: "step",
      title: t("table.step"),
      card: "named",
      leaves: "first",
      cell: ({ stepFrom }) => formatNumber(Math.max(1, stepFrom)),
    },
    {
      id: "price",
      title: t("table.price"),
      card: "corner",
      cell: ({ micros, currency }) => (
        <span className="costs-number">{formatMicros(micros, currency, speaks)}</span>
      ),
      sortBy: ({ micros }) => micros,
    },
    {
      id: "valid",
      title: t("table.valid"),
      card: "named",
      leaves: "second",
      cell: range,
      sortBy: ({ validFrom }) => validFrom,
    },
    {
      id: "state",
      title: t("table.state"),
      card: "named",
      cell: ({ confirmedBy }) =>
        confirmedBy === null ? t("table.unconfirmed") : t("table.confirmed", { name: confirmedBy }),
      sortBy: ({ confirmedBy }) => confirmedBy,
    },
  ];
  return <DataTable label={t("table.title")} columns={columns} rows={rates} rowKey={({ id }) => id} isLong />;
}

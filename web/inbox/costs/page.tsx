import { useSignals } from "@preact/signals-react/runtime";
import Coins from "lucide-react/icons/coins";
import Download from "lucide-react/icons/download";
import { useCallback, useEffect, useMemo, useState } from "react";
import { type CostGroup, MAX_LINES } from "#inbox/costs/contract.ts";
import { dayAt } from "#platform/dates.ts";
import { language, pageLanguage } from "#web/i18n/language.ts";
import { formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { saveFile } from "#web/lib/page/save-file.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { TableSkeleton } from "#web/ui/table/paged-table.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { BudgetPanel } from "./budget-panel.tsx";
import { CheckPanel } from "./check-panel.tsx";
import { type CostPeriod, CostsModel, daysOf, PERIODS } from "./costs-model.ts";
import { CostsTable } from "./costs-table.tsx";
import { costTexts } from "./locales/index.ts";
import { formatMicros } from "./money.ts";
import "./costs.css";

const GROUPS = [
  "day",
  "category",
  "market",
  "connection",
  "queue",
  "user",
  "bot",
  "prompt",
  "campaign",
  "contact",
] as const;

/** The page "Costs": what messages of official numbers cost. For admins. */
export function CostsPage() {
  useSignals();
  const t = useText(costTexts);
  const model = useMemo(() => new CostsModel(api), []);
  const [period, setPeriod] = useState<CostPeriod>("month");
  const [group, setGroup] = useState<CostGroup>("day");
  const [currency, setCurrency] = useState("");
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const days = useMemo(() => daysOf(period, dayAt(Date.now(), zone)), [period, zone]);
  const load = useCallback(() => void model.load(days, group, currency), [model, days, group, currency]);
  useEffect(load, [load]);
  useEffect(() => socket.on("cost", load), [load]);
  const save = () =>
    api
      .file("/costs/messages.csv", { query: { ...days, language: pageLanguage() } })
      .then((file) => saveFile(file, `${days.from}-${days.to}.csv`))
      .catch(toast.failure);
  const report = model.report.value;
  const budget = model.budget.value;
  const currencies = report ? [...new Set([report.currency, ...(report.currencies ?? [])])] : [];
  return (
    <div className="page costs">
      <header className="page-head">
        <h1 className="page-title">{t("page.title")}</h1>
        <Button icon={<Download aria-hidden="true" />} onPress={() => void save()}>
          {t("page.export")}
        </Button>
      </header>
      <p className="costs-intro">{t("page.intro")}</p>
      <div className="costs-filters">
        <Select
          label={t("page.period")}
          options={PERIODS.map((id) => ({ id, label: t(`period.${id}`) }))}
          value={period}
          onChange={setPeriod}
        />
        <Select
          label={t("page.group")}
          options={GROUPS.map((id) => ({ id, label: t(`group.${id}`) }))}
          value={group}
          onChange={setGroup}
        />
        {report && currencies.length > 1 ? (
          <Select
            label={t("page.currency")}
            options={currencies.map((id) => ({ id, label: id }))}
            value={report.currency}
            onChange={setCurrency}
          />
        ) : null}
      </div>
      {model.error.value ? (
        <div className="panel">
          <ErrorState title={t("page.failed")} error={model.error.value} onRetry={load} />
        </div>
      ) : report ? (
        <>
          {report.hasMoney ? null : <Callout tone="info">{t("page.noMoney")}</Callout>}
          {report.unknownZones?.length ? (
            <Callout tone="info">{t("page.unknownZone", { names: report.unknownZones.join(", ") })}</Callout>
          ) : null}
          <ul className="costs-cards">
            {report.total.micros === null ? null : (
              <Card
                label={t("card.money")}
                value={formatMicros(report.total.micros, report.currency, language.value)}
              />
            )}
            <Card label={t("card.count")} value={formatNumber(report.total.count)} />
            <Card label={t("card.free")} value={formatNumber(report.total.free)} />
            <Card label={t("card.freeLeft")} value={formatNumber(report.freeLeft)} />
            {report.saved ? <Card label={t("card.saved")} value={formatNumber(report.saved)} /> : null}
            {report.hasMoney && report.total.unpriced > 0 ? (
              <Card
                label={t("card.unpriced")}
                value={formatNumber(report.total.unpriced)}
                help={t("card.unpricedHelp")}
              />
            ) : null}
            {report.total.estimated > 0 ? (
              <Card
                label={t("card.estimated")}
                value={formatNumber(report.total.estimated)}
                help={t("card.estimatedHelp")}
              />
            ) : null}
          </ul>
          {report.lines.length === 0 ? (
            <div className="panel">
              <EmptyState picture={<Coins />} title={t("page.empty")} text={t("page.emptyText")} />
            </div>
          ) : (
            <>
              <CostsTable report={report} group={group} />
              {report.lines.length < MAX_LINES ? null : (
                <p className="costs-intro">{t("page.most", { count: formatNumber(MAX_LINES) })}</p>
              )}
            </>
          )}
          <div className="costs-panels">
            {budget ? (
              <BudgetPanel
                key={`${budget.micros}`}
                budget={budget}
                onSaved={(next) => model.setBudget(next)}
              />
            ) : null}
            <CheckPanel currency={report.currency} />
          </div>
        </>
      ) : (
        <TableSkeleton />
      )}
    </div>
  );
}

interface CardProps {
  readonly label: string;
  readonly value: string;
  readonly help?: string;
}

function Card({ label, value, help }: CardProps) {
  return (
    <li className="panel costs-card">
      <span>{label}</span>
      <b>{value}</b>
      {help ? <small>{help}</small> : null}
    </li>
  );
}

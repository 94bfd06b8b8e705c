import { useSignals } from "@preact/signals-react/runtime";
import ArrowLeft from "lucide-react/icons/arrow-left";
import BadgeCheck from "lucide-react/icons/badge-check";
import Cable from "lucide-react/icons/cable";
import CalendarClock from "lucide-react/icons/calendar-clock";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleQuestionMark from "lucide-react/icons/circle-question-mark";
import ListChecks from "lucide-react/icons/list-checks";
import Send from "lucide-react/icons/send-horizontal";
import Users from "lucide-react/icons/users";
import { type ComponentType, useEffect, useMemo } from "react";
import { Link } from "react-aria-components/Link";
import type { RecipientState } from "#outreach/campaigns/report/contract.ts";
import { formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { connections } from "#web/lib/lists/connections.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";
import { type Campaign, campaignCalls } from "#web/outreach/campaigns/campaigns-api.ts";
import { campaignTexts } from "#web/outreach/campaigns/locales/index.ts";
import { CounterPicture } from "#web/ui/state/counter-picture.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { lazy } from "#web/ui/state/lazy.tsx";
import { TableSkeleton } from "#web/ui/table/paged-table.tsx";
import { CoursePanel } from "./course-panel.tsx";
import { failureText } from "./failure-text.ts";
import { reportTexts } from "./locales/index.ts";
import type pt from "./locales/pt.json";
import { RecipientsModel, type RecipientsPage } from "./recipients-model.ts";
import { RecipientsTable } from "./recipients-table.tsx";
import { ReportHead } from "./report-head.tsx";
import { ReportModel } from "./report-model.ts";
import "./report.css";

/** Live report of a campaign: figures, progress over time, recipients (docs/rules/screens.md#campaigns). */
export function CampaignReportPage({ id }: { readonly id: number }) {
  useSignals();
  const t = useText(reportTexts);
  const { report, recipients } = useMemo(() => modelsOf(id), [id]);
  useEffect(() => {
    void report.load();
    recipients.open();
    const stop = report.listen(socket);
    return () => {
      stop();
      recipients.close();
    };
  }, [report, recipients]);
  const campaign = report.campaign.value;
  const back = (
    <Link href="/campaigns" className="report-back">
      <ArrowLeft aria-hidden="true" />
      {t("page.back")}
    </Link>
  );
  if (report.gone.value)
    return <EmptyState isPage picture={<CounterPicture />} title={t("page.gone")} action={back} />;
  return (
    <div className="page campaign-report">
      {back}
      {campaign === null ? (
        report.error.value ? (
          <div className="panel">
            <ErrorState error={report.error.value} onRetry={() => void report.load()} />
          </div>
        ) : (
          <TableSkeleton />
        )
      ) : (
        <>
          <ReportHead campaign={campaign} onChanged={(changed) => report.put(changed)} />
          <CampaignCards campaign={campaign} />
          <div className="report-panels">
            <RatesPanel campaign={campaign} onState={(state) => recipients.filterBy(state)} />
            <CoursePanel points={report.timeline.value?.points ?? []} />
          </div>
          <RecipientsTable model={recipients} campaign={campaign} />
        </>
      )}
    </div>
  );
}

function modelsOf(id: number) {
  const recipients = new RecipientsModel((query, signal) =>
    api.get<RecipientsPage>(`/campaigns/${id}/recipients`, { query: { ...query }, signal }),
  );
  const report = new ReportModel({
    id,
    get: campaignCalls.get,
    onChange: () => recipients.refresh(),
  });
  return { report, recipients };
}

interface CardProps {
  readonly name: Exclude<keyof typeof pt.card, "figures">;
  readonly value: string | number;
  readonly icon: ComponentType<{ readonly "aria-hidden"?: "true" }>;
}

/** The figures of the report; those of the confirmation only for campaigns that request one. */
function CampaignCards({ campaign }: { readonly campaign: Campaign }) {
  useSignals();
  const t = useText(reportTexts);
  const words = useText(campaignTexts);
  const { report, confirmation, whatsapp, contactList, tagList, scheduledAt, completedAt } = campaign;
  const cards: readonly CardProps[] = [
    { name: "valid", value: report.valid, icon: Users },
    ...(confirmation
      ? ([
          { name: "confirmationsRequested", value: report.confirmationsRequested, icon: CircleQuestionMark },
          { name: "confirmations", value: report.confirmations, icon: BadgeCheck },
        ] as const)
      : []),
    { name: "delivered", value: report.delivered, icon: Send },
    { name: "connection", value: whatsapp?.name ?? words("row.noConnection"), icon: Cable },
    {
      name: "contactList",
      value: contactList?.name ?? (tagList ? words("row.tag", { name: tagList.name }) : words("row.noList")),
      icon: ListChecks,
    },
    {
      name: "scheduledAt",
      value: scheduledAt ? formatDateTime(scheduledAt) : words("row.noSchedule"),
      icon: CalendarClock,
    },
    {
      name: "completedAt",
      value: completedAt ? formatDateTime(completedAt) : words("row.notCompleted"),
      icon: CircleCheck,
    },
  ];
  return (
    <ul className="report-cards" aria-label={t("card.figures")}>
      {cards.map(({ name, value, icon: Icon }) => (
        <li key={name} className="panel report-card">
          <span className="report-card-icon">
            <Icon aria-hidden="true" />
          </span>
          <h2>{t(`card.${name}`)}</h2>
          <p className={typeof value === "number" ? "report-number" : "report-word"}>
            {typeof value === "number" ? formatNumber(value) : value}
          </p>
        </li>
      ))}
      {connections.items.get(whatsapp?.id ?? 0)?.provider === "cloud" ? (
        <CampaignCostCard campaignId={campaign.id} />
      ) : null}
    </ul>
  );
}

interface RatesPanelProps {
  readonly campaign: Campaign;
  /** Filters the recipients below by a state. */
  readonly onState: (state: RecipientState) => void;
}

const CampaignCostCard = lazy(
  async () => (await import("#web/inbox/costs/load.ts")).campaignCost(),
  () => null,
  { isExtra: true },
);
const RATES = ["delivered", "received", "read", "replied"] as const;

/** Rates of delivered, received, read and answered messages; failures by reason. */
function RatesPanel({ campaign: { report }, onState }: RatesPanelProps) {
  const t = useText(reportTexts);
  const missed = [
    ...Object.entries(report.failed).map(([reason, count]) => ({ state: "failed" as const, reason, count })),
    ...Object.entries(report.skipped).map(([reason, count]) => ({
      state: "skipped" as const,
      reason,
      count,
    })),
    ...(report.expired > 0 ? [{ state: "expired" as const, reason: "", count: report.expired }] : []),
  ].toSorted((a, b) => b.count - a.count);
  return (
    <section className="panel report-panel" aria-label={t("rate.title")}>
      <h2>{t("rate.title")}</h2>
      <dl className="report-rates">
        {RATES.map((rate) => {
          // "Delivered" is a rate of the valid recipients; the other rates are of the delivered ones.
          const of = rate === "delivered" ? report.valid : report.delivered;
          const share = of === 0 ? 0 : report[rate] / of;
          return (
            <div key={rate} className={`report-rate report-rate-${rate}`}>
              <dt>{t(`rate.${rate}`)}</dt>
              <dd>
                <span className="report-bar" aria-hidden="true">
                  <i style={{ width: `${Math.min(100, share * 100)}%` }} />
                </span>
                <strong>{Math.round(share * 100)}%</strong>
                <small>{t("rate.of", { count: report[rate], of: formatNumber(of) })}</small>
              </dd>
            </div>
          );
        })}
      </dl>
      <h3>{t("rate.notSent")}</h3>
      {missed.length === 0 ? (
        <p className="field-help">{t("rate.nothing")}</p>
      ) : (
        <ul className="report-reasons">
          {missed.map(({ state, reason, count }) => (
            <li key={`${state}-${reason}`}>
              <button type="button" onClick={() => onState(state)}>
                <b>{formatNumber(count)}</b>
                <span>{state === "expired" ? t("state.expired") : failureText(reason, t)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

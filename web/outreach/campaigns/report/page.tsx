import { useSignals } from "@preact/signals-react/runtime";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { useEffect, useMemo } from "react";
import { Link } from "react-aria-components/Link";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";
import { campaignCalls } from "#web/outreach/campaigns/campaigns-api.ts";
import { CounterPicture } from "#web/ui/state/counter-picture.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { TableSkeleton } from "#web/ui/table/paged-table.tsx";
import { CampaignCards } from "./cards.tsx";
import { CoursePanel } from "./course-panel.tsx";
import { reportTexts } from "./locales/index.ts";
import { RatesPanel } from "./rates-panel.tsx";
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

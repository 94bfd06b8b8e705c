import { useSignals } from "@preact/signals-react/runtime";
import Download from "lucide-react/icons/download";
import { useEffect, useMemo, useState } from "react";
import type { CockpitAnswer, CompanyState } from "#provider/cockpit/contract.ts";
import { pageLanguage } from "#web/i18n/language.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { saveFile } from "#web/lib/page/save-file.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { TableSkeleton } from "#web/ui/table/paged-table.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { BackupPanel } from "./backup-panel.tsx";
import { Cards } from "./cards.tsx";
import { CertificatePanel } from "./certificate-panel.tsx";
import { CockpitModel, shownCompanies } from "./cockpit-model.ts";
import { CompaniesTable } from "./companies-table.tsx";
import { DaysPanel } from "./days-panel.tsx";
import { cockpitTexts } from "./locales/index.ts";
import { States } from "./states.tsx";
import "./cockpit.css";

/** The page of the cockpit: state and usage of all companies. */
export function CockpitPage() {
  useSignals();
  const t = useText(cockpitTexts);
  const model = useMemo(() => new CockpitModel(api), []);
  const againMs = model.againMs.value;
  useEffect(() => void model.load(), [model]);
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === "visible" && void model.load(), againMs);
    return () => clearInterval(timer);
  }, [model, againMs]);
  const answer = model.answer.value;
  const save = () =>
    api
      .file("/cockpit/export", { query: { language: pageLanguage() } })
      .then((file) => saveFile(file, "empresas.csv"))
      .catch(toast.failure);
  return (
    <div className="page cockpit">
      <header className="page-head">
        <h1 className="page-title">{t("page.title")}</h1>
        <Button icon={<Download aria-hidden="true" />} onPress={() => void save()}>
          {t("page.export")}
        </Button>
      </header>
      {model.error.value ? (
        <div className="panel">
          <ErrorState title={t("page.failed")} error={model.error.value} onRetry={() => void model.load()} />
        </div>
      ) : answer ? (
        <Figures answer={answer} onChanged={() => void model.load()} />
      ) : (
        <div aria-busy="true" className="cockpit">
          <Skeleton width="100%" height="84px" />
          <Skeleton width="100%" height="112px" />
          <Skeleton width="100%" height="290px" />
          <TableSkeleton />
        </div>
      )}
    </div>
  );
}

interface FiguresProps {
  readonly answer: CockpitAnswer;
  readonly onChanged: () => void;
}

function Figures({ answer, onChanged }: FiguresProps) {
  const t = useText(cockpitTexts);
  const [state, setState] = useState<CompanyState | "all">("all");
  return (
    <>
      <States states={answer.states} chosen={state} onChoose={setState} />
      <Cards answer={answer} />
      {answer.quarantined.length > 0 ? (
        <Callout tone="danger">
          <strong>{t("aside.title")}: </strong>
          {answer.quarantined.map(({ name, reason }) => `${name} (${reason})`).join(", ")}. {t("aside.text")}
        </Callout>
      ) : null}
      {answer.certificate ? <CertificatePanel certificate={answer.certificate} /> : null}
      <BackupPanel backups={answer.backups} onBegun={onChanged} />
      <DaysPanel days={answer.days} />
      <CompaniesTable companies={shownCompanies(answer.companies, state)} />
      <p className="cockpit-age">
        {answer.measuredAt
          ? t("page.measured", { when: formatDateTime(answer.measuredAt) })
          : t("page.never")}
        . {t("page.how")}
      </p>
    </>
  );
}

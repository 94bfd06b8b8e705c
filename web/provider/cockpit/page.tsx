import { useSignals } from "@preact/signals-react/runtime";
import DatabaseBackup from "lucide-react/icons/database-backup";
import Download from "lucide-react/icons/download";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import type { BackupState } from "#operations/backups/contract.ts";
import type { CockpitAnswer, CompanyState } from "#provider/cockpit/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { language, pageLanguage } from "#web/i18n/language.ts";
import { formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { formatMoney } from "#web/lib/format/money.ts";
import { saveFile } from "#web/lib/page/save-file.ts";
import { Button } from "#web/ui/button/button.tsx";
import { MissingCells } from "#web/ui/missing-cells/missing-cells.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { TableSkeleton } from "#web/ui/table/paged-table.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { CertificatePanel } from "./certificate-panel.tsx";
import { CockpitModel, shownCompanies } from "./cockpit-model.ts";
import { CompaniesTable } from "./companies-table.tsx";
import { DaysPanel } from "./days-panel.tsx";
import { formatBytes } from "./figures.ts";
import { cockpitTexts } from "./locales/index.ts";
import type pt from "./locales/pt.json";
import { NumbersPanel } from "./numbers-panel.tsx";
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
        <Figures answer={answer} model={model} />
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
  readonly model: CockpitModel;
}

function Figures({ answer, model }: FiguresProps) {
  const t = useText(cockpitTexts);
  const [state, setState] = useState<CompanyState | "all">("all");
  return (
    <>
      <MissingCells cells={answer.missingCells} />
      <States states={answer.states} chosen={state} onChoose={setState} />
      <Cards answer={answer} />
      {answer.quarantined.length > 0 ? (
        <Callout tone="danger">
          <strong>{t("aside.title")}: </strong>
          {answer.quarantined.map(({ name, reason }) => `${name} (${reason})`).join(", ")}. {t("aside.text")}
        </Callout>
      ) : null}
      {answer.certificate ? <CertificatePanel certificate={answer.certificate} /> : null}
      <BackupPanel backups={answer.backups} onBegun={() => void model.load()} />
      <DaysPanel days={answer.days} />
      <Numbers model={model} />
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

function Numbers({ model }: { readonly model: CockpitModel }) {
  useSignals();
  const t = useText(cockpitTexts);
  const numbers = model.numbers.value;
  if (numbers) return <NumbersPanel {...numbers} />;
  return model.numbersError.value ? (
    <div className="panel">
      <ErrorState
        title={t("numbers.failed")}
        error={model.numbersError.value}
        onRetry={() => void model.loadNumbers()}
      />
    </div>
  ) : (
    <Skeleton width="100%" height="160px" />
  );
}

interface BackupPanelProps {
  readonly backups: BackupState;
  readonly onBegun: () => void;
}

/** Problems of backups, and a button that starts one. */
function BackupPanel({ backups, onBegun }: BackupPanelProps) {
  const t = useText(cockpitTexts);
  const { isLate, lastAt, leftOut, error, state, place } = backups;
  const begin = async () => {
    try {
      await api.post("/backups");
      toast.success(t("backup.began"));
      onBegun();
    } catch (refusal) {
      toast.failure(refusal);
    }
  };
  return (
    <>
      {isLate ? (
        <Callout tone="danger">
          <strong>{t("backup.title")}: </strong>
          {lastAt ? t("backup.old", { when: formatDateTime(lastAt) }) : t("backup.none")}
          {error ? ` ${error}` : ""}
          {leftOut.length > 0
            ? ` ${t("backup.leftOut")}: ${leftOut.map((one) => `${one.name} (${one.error})`).join(", ")}.`
            : ""}
        </Callout>
      ) : null}
      <div className="panel cockpit-backup">
        <span>{t("backup.place", { place })}</span>
        <Button
          icon={<DatabaseBackup aria-hidden="true" />}
          isDisabled={state === "running"}
          onPress={() => void begin()}
        >
          {t("backup.now")}
        </Button>
      </div>
    </>
  );
}

/** The most important figures as cards. */
function Cards({ answer }: { readonly answer: CockpitAnswer }) {
  useSignals();
  const t = useText(cockpitTexts);
  const speaks = language.value;
  const { connectionsUp, connectionsDown, overdue, backups } = answer;
  const down = connectionsDown > 0;
  return (
    <ul className="cockpit-cards">
      <Card
        name={t("card.connections")}
        value={`${formatNumber(connectionsUp)} / ${formatNumber(connectionsUp + connectionsDown)}`}
        note={
          connectionsUp + connectionsDown === 0
            ? "–"
            : down
              ? t("card.down", { count: connectionsDown })
              : t("card.allUp")
        }
        isBad={down}
      />
      <Card name={t("card.online")} value={formatNumber(answer.usersOnline)} note={t("card.now")} />
      <Card name={t("card.revenue")} value={formatMoney(answer.revenue, speaks)} note={t("card.since")} />
      <Card
        name={t("card.overdue")}
        value={formatMoney(overdue.value, speaks)}
        note={t("card.invoices", { count: overdue.count })}
        isBad={overdue.count > 0}
      />
      <Card name={t("card.disk")} value={formatBytes(answer.diskBytes, speaks)} note={t("card.ofAll")} />
      <Card
        name={t("backup.backup")}
        value={backups.lastAt ? formatBytes(backups.size, speaks) : "–"}
        note={backupNote(t, backups)}
        isBad={backups.isLate}
      />
    </ul>
  );
}

const backupNote = (t: Translate<typeof pt>, { state, lastAt }: BackupState): string => {
  if (state === "running") return t("backup.running");
  return lastAt ? t("backup.ago", { when: formatDateTime(lastAt) }) : t("backup.never");
};

interface CardProps {
  readonly name: string;
  readonly value: string;
  readonly note: ReactNode;
  readonly isBad?: boolean;
}

function Card({ name, value, note, isBad = false }: CardProps) {
  return (
    <li className="panel cockpit-card">
      <h2>{name}</h2>
      <p className="cockpit-value">{value}</p>
      <p className={isBad ? "cockpit-note cockpit-note-bad" : "cockpit-note"}>{note}</p>
    </li>
  );
}

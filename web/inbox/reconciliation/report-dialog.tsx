import { useCallback, useEffect, useState } from "react";
import type { ReconciliationReport } from "#inbox/reconciliation/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { GapList } from "./gap-list.tsx";
import { reconciliationTexts } from "./locales/index.ts";
import type pt from "./locales/pt.json";
import { OfficialPart } from "./official-part.tsx";
import { reconciliationCalls } from "./reconciliation-api.ts";
import { ReportHelp } from "./report-help.tsx";
import "./reconciliation.css";

/** While a comparison runs, the report is read again after this time, ms. */
const READ_AGAIN_MS = 4000;

type T = Translate<typeof pt>;

interface Props {
  readonly connection: { readonly id: number; readonly name: string };
  readonly onClose: () => void;
}

const isOpen = (report: ReconciliationReport | null): boolean =>
  report?.run?.state === "waiting" || report?.run?.state === "running";

/** What was compared with the phone, and what was missing (docs/rules/reconciliation.md#report). */
export function ReportDialog({ connection, onClose }: Props) {
  const t = useText(reconciliationTexts);
  const { id, name } = connection;
  const [report, setReport] = useState<ReconciliationReport | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isStarting, setStarting] = useState(false);
  const read = useCallback(async () => {
    try {
      setReport(await reconciliationCalls.report(id));
      setError(null);
    } catch (cause) {
      setError(cause);
    }
  }, [id]);
  useEffect(() => void read(), [read]);
  const isRunning = isOpen(report);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => void read(), READ_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isRunning, read]);
  const check = async () => {
    setStarting(true);
    try {
      await reconciliationCalls.check(id);
      toast.info(t("report.started"));
      await read();
    } catch (cause) {
      toast.failure(cause);
    } finally {
      setStarting(false);
    }
  };
  const footer = report?.supported ? (
    <>
      {report.checkAllowedAt && !isRunning ? (
        <small className="lost-muted">
          {t("report.checkAt", { time: formatDateTime(report.checkAllowedAt) })}
        </small>
      ) : null}
      <Button
        variant="primary"
        isDisabled={isRunning || report.checkAllowedAt !== null}
        isPending={isStarting}
        onPress={() => void check()}
      >
        {t("report.check")}
      </Button>
    </>
  ) : null;
  return (
    <Dialog title={t("report.title", { name })} size="m" footer={footer} onClose={onClose}>
      {error ? <ErrorState error={error} onRetry={() => void read()} /> : null}
      {!report && !error ? <Skeleton width="100%" height="120px" /> : null}
      {report?.supported ? <PhonePart report={report} t={t} connectionId={id} /> : null}
      {report?.official ? (
        <OfficialPart official={report.official} days={report.days} t={t} onClose={onClose} />
      ) : null}
      {report ? <ReportHelp t={t} isOfficial={report.official !== null} /> : null}
    </Dialog>
  );
}

function PhonePart({
  report,
  t,
  connectionId,
}: {
  readonly report: ReconciliationReport;
  readonly t: T;
  readonly connectionId: number;
}) {
  const { run } = report;
  return (
    <>
      <Verdict report={report} t={t} />
      <dl className="lost-figures">
        <Figure label={t("report.compared")} value={report.compared} />
        <Figure label={t("report.gaps")} value={report.gaps} />
        <Figure label={t("report.chats")} value={`${report.comparedChats}/${report.activeChats}`} />
        <Figure label={t("report.silent")} value={report.silentChats} />
        {report.daysWithoutGap === null ? null : (
          <Figure label={t("report.daysClean")} value={report.daysWithoutGap} />
        )}
      </dl>
      {run ? (
        <p className="lost-muted" aria-live="polite">
          {t("report.last")}: {t(`report.state.${run.state}`, { asked: run.asked })} ·{" "}
          {t(`report.cause.${run.cause}`)} · {formatDateTime(run.endedAt ?? run.createdAt)}
        </p>
      ) : null}
      <p className="lost-muted">{t("report.intro")}</p>
      <h3 className="lost-title">{t("report.gapsTitle")}</h3>
      {/* Read again when a run has ended. */}
      <GapList key={report.filled} connectionId={connectionId} />
    </>
  );
}

function Figure({ label, value }: { readonly label: string; readonly value: number | string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** Claims something about all days only when nearly all chats were compared. */
function Verdict({ report, t }: { readonly report: ReconciliationReport; readonly t: T }) {
  const { days, gaps, filled, comparedChats: compared, activeChats: active } = report;
  if (report.compared === 0 && report.daysWithoutGap === null)
    return (
      <Callout tone="info">
        <strong>{t("report.never")}</strong>
        <p>{t("report.neverText")}</p>
      </Callout>
    );
  if (gaps > 0)
    return (
      <Callout tone="waiting">
        <strong>{t("report.found", { count: gaps, days })}</strong>
        <p>{t("report.foundText", { filled, compared, active })}</p>
      </Callout>
    );
  if (report.isProven)
    return (
      <Callout tone="success">
        <strong>{t("report.proven", { days })}</strong>
        <p>{t("report.provenText", { compared, active })}</p>
      </Callout>
    );
  return (
    <Callout tone="info">
      <strong>{t("report.partial", { compared, active })}</strong>
      <p>{t("report.partialText", { days })}</p>
    </Callout>
  );
}

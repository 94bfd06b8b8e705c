import X from "lucide-react/icons/x";
import { useState } from "react";
import type { BulkProgress, BulkReport } from "#automation/bulk-actions/contract.ts";
import { errorOfCode } from "#web/i18n/errors/error-text.ts";
import { useText } from "#web/i18n/use-text.ts";
import { withErrorToast } from "#web/inbox/tickets/actions/change-ticket.ts";
import { rowCursor } from "#web/inbox/tickets/keys/use-row-keys.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { ProgressBar } from "#web/ui/state/progress-bar.tsx";
import { changeRun, fetchReport } from "./bulk-run.ts";
import { bulkTexts } from "./locales/index.ts";
import { isBarShown, isSelecting, isWorking, STARTING, shownRun } from "./selection.ts";

/** How far the run is; at its end what it did, with undo and the report of what failed. */
export function RunLine({ run }: { readonly run: BulkProgress }) {
  const t = useText(bulkTexts);
  const [report, setReport] = useState<BulkReport | null>(null);
  const { id, state, total } = run;
  const works = isWorking(run);
  const left = state === "undoing" ? run.done : run.waiting;
  const failed = run.failed + run.kept;
  const close = () => {
    shownRun.value = null;
    isBarShown.value = isSelecting.peek();
    rowCursor.move(0);
  };
  const change = (how: "cancel" | "retry" | "undo") =>
    void withErrorToast(async () => {
      setReport(null);
      await changeRun(id, how);
    });
  const result =
    state === "undone" ? t("undone", { count: run.undone }) : t("done", { count: run.done + run.unchanged });
  const words = works
    ? t(state === "undoing" ? "undoing" : "progress", { done: total - left, total })
    : failed > 0
      ? `${result} · ${t("failed", { count: failed })}`
      : result;
  return (
    <section className="bulk-bar" data-bottom-bar aria-label={t("bar")}>
      <span className="bulk-words" role="status">
        {words}
      </span>
      {failed > 0 && !works ? (
        <Button
          size="s"
          variant="ghost"
          onPress={() => void withErrorToast(async () => setReport(await fetchReport(id)))}
        >
          {t("report")}
        </Button>
      ) : null}
      {state === "running" && id !== STARTING ? (
        <Button size="s" variant="ghost" onPress={() => change("cancel")}>
          {t("stop")}
        </Button>
      ) : null}
      {(state === "done" || state === "cancelled") && run.done > 0 ? (
        <Button size="s" variant="ghost" onPress={() => change("undo")}>
          {t("undo")}
        </Button>
      ) : null}
      {works ? null : (
        <IconButton label={t("close")} size="s" onPress={close}>
          <X />
        </IconButton>
      )}
      {works ? <ProgressBar label={t("bar")} value={total === 0 ? 1 : (total - left) / total} /> : null}
      {report ? (
        <ReportDialog
          report={report}
          onClose={() => setReport(null)}
          onRetry={run.failed > 0 && state !== "undone" ? () => change("retry") : null}
        />
      ) : null}
    </section>
  );
}

/** Names shown of each reason. */
const MOST_NAMES = 20;

interface ReportDialogProps {
  readonly report: BulkReport;
  readonly onClose: () => void;
  readonly onRetry: (() => void) | null;
}

/** What failed, by its reason. */
function ReportDialog({ report, onClose, onRetry }: ReportDialogProps) {
  const t = useText(bulkTexts);
  return (
    <Dialog
      title={t("report")}
      onClose={onClose}
      footer={
        onRetry ? (
          <Button variant="primary" onPress={onRetry}>
            {t("retry")}
          </Button>
        ) : null
      }
    >
      {report.failures.map(({ error, tickets }) => (
        <div key={error} className="bulk-failures">
          <b>{errorOfCode(error)}</b>
          <ul>
            {tickets.slice(0, MOST_NAMES).map(({ id, name }) => (
              <li key={id} dir="auto">
                {name ?? t("hidden")}
              </li>
            ))}
          </ul>
          {tickets.length > MOST_NAMES ? <p>{t("more", { count: tickets.length - MOST_NAMES })}</p> : null}
        </div>
      ))}
    </Dialog>
  );
}

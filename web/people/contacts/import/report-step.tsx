import { useSignals } from "@preact/signals-react/runtime";
import CircleCheck from "lucide-react/icons/circle-check";
import Download from "lucide-react/icons/download";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { ImportAnswer } from "#outreach/contact-imports/contract.ts";
import { formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { saveFile } from "#web/lib/page/save-file.ts";
import { Button } from "#web/ui/button/button.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { importCalls } from "./import-api.ts";
import { contactImports } from "./import-model.ts";
import { importTexts } from "./locales/index.ts";

/** Number of skipped rows shown; the downloaded file has all. */
const SHOWN = 100;

/** Last step: the outcomes of the rows. */
export function ReportStep() {
  useSignals();
  const t = useText(importTexts);
  const report = contactImports.report.value;
  if (!report) return null;
  const state = report.state === "cancelled" || report.state === "failed" ? report.state : "done";
  const Icon = state === "done" ? CircleCheck : TriangleAlert;
  const figures = [
    ["created", report.created],
    ...(report.contactListId === null ? [["updated", report.updated] as const] : []),
    ["duplicates", report.duplicates],
    ["invalid", report.invalidCount],
  ] as const;
  return (
    <>
      <div className="import-end" data-state={state} role="status">
        <Icon aria-hidden="true" />
        <strong>{t(`report.${state}`)}</strong>
        {report.fileName ? <span className="ellipsis">{report.fileName}</span> : null}
        {state === "failed" ? <p>{t("report.failedText")}</p> : null}
      </div>
      <dl className="import-figures">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`report.${name}`)}</dt>
            <dd>{formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
      {report.invalid.length > 0 ? <LeftOut report={report} /> : null}
    </>
  );
}

function LeftOut({ report }: { readonly report: ImportAnswer }) {
  const t = useText(importTexts);
  const shown = report.invalid.slice(0, SHOWN);
  const more = Math.max(0, report.invalidCount - shown.length);
  const download = async () => {
    try {
      saveFile(await importCalls.report(report.id), `importacao-${report.id}-erros.csv`);
    } catch (error) {
      toast.failure(error);
    }
  };
  return (
    <section className="import-left-out" aria-label={t("report.invalidTitle")}>
      <header>
        <h3>{t("report.invalidTitle")}</h3>
        <Button size="s" icon={<Download aria-hidden="true" />} onPress={() => void download()}>
          {t("report.download")}
        </Button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list must be scrollable by keyboard */}
      <ul tabIndex={0} aria-label={t("report.invalidTitle")}>
        {shown.map(({ row, reason, cells }) => (
          <li key={row}>
            <span className="import-figure">{t("report.row", { row })}</span>
            <strong>{t(`reason.${reason}`)}</strong>
            <span className="ellipsis" dir="auto">
              {cells.filter(Boolean).join(" · ")}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="field-help">{t("report.more", { count: more })}</p> : null}
    </section>
  );
}

import { useSignals } from "@preact/signals-react/runtime";
import Download from "lucide-react/icons/download";
import X from "lucide-react/icons/x";
import type { ReportFileAnswer } from "#inbox/reports/files/contract.ts";
import { workTexts } from "#web/accounts/work-times/locales/index.ts";
import { errorOfCode } from "#web/i18n/errors/error-text.ts";
import { formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatDateTime, formatPureDate } from "#web/lib/format/dates.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { ProgressBar } from "#web/ui/state/progress-bar.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import type { FilesModel } from "./files-model.ts";
import { reportsTexts } from "./locales/index.ts";
import { satisfactionTexts } from "./satisfaction/locales/index.ts";

/** The files of the last 24 hours, and the one that is being written. */
export function FileList({ model }: { readonly model: FilesModel }) {
  useSignals();
  const t = useText(reportsTexts);
  const files = model.files.value;
  if (files.length === 0) return null;
  return (
    <ul className="panel report-files" aria-label={t("file.list")}>
      {files.map((file) => (
        <FileRow key={file.id} file={file} model={model} />
      ))}
    </ul>
  );
}

function FileRow({ file, model }: { readonly file: ReportFileAnswer; readonly model: FilesModel }) {
  const t = useText(reportsTexts);
  const { kind, format, from, to, state, done, total } = file;
  const names = {
    ...{ attendances: t("tab.attendances"), resolutions: t("tab.resolutions") },
    ...{ ratings: useText(satisfactionTexts)("tab"), work: useText(workTexts)("tab") },
  };
  const title = t("file.name", {
    report: names[kind],
    from: formatPureDate(from),
    to: formatPureDate(to),
    format: t(`file.${format}`),
  });
  return (
    <li>
      <div className="report-file">
        <span className="ellipsis">{title}</span>
        {state === "running" ? (
          <>
            <ProgressBar label={title} value={total > 0 ? Math.min(done / total, 1) : null} />
            <span className="report-note">
              {t("file.progress", { done: formatNumber(done), total: formatNumber(total) })}
            </span>
          </>
        ) : (
          <span className="report-note">
            {state === "failed"
              ? errorOfCode(file.error ?? "ERR_INTERNAL")
              : t("file.until", { time: formatDateTime(file.expiresAt) })}
          </span>
        )}
      </div>
      {state === "running" ? (
        <IconButton
          size="s"
          label={t("file.stop", { name: title })}
          onPress={() => void model.stop(file).catch(toast.failure)}
        >
          <X />
        </IconButton>
      ) : state === "done" ? (
        <Button
          size="s"
          icon={<Download aria-hidden="true" />}
          aria-label={`${t("file.download")}: ${title}`}
          onPress={() => void model.download(file, t(`file.${kind}`)).catch(toast.failure)}
        >
          {t("file.download")}
        </Button>
      ) : null}
    </li>
  );
}

import { useSignals } from "@preact/signals-react/runtime";
import FileSpreadsheet from "lucide-react/icons/file-spreadsheet";
import Smartphone from "lucide-react/icons/smartphone";
import { useRef, useState } from "react";
import { MAX_FILE_BYTES, MAX_ROWS } from "#outreach/contact-imports/contract.ts";
import { errorText } from "#web/i18n/errors/error-text.ts";
import { formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { ProgressBar } from "#web/ui/state/progress-bar.tsx";
import { classNames } from "#web/ui/styles/class-names.ts";
import { CheckStep, StartButton } from "./check-step.tsx";
import { contactImports } from "./import-model.ts";
import type { Step } from "./import-step.ts";
import { importTexts } from "./locales/index.ts";
import { ReportStep } from "./report-step.tsx";
import { RunStep, StopButton } from "./run-step.tsx";

const STEPS = ["stepFile", "stepCheck", "stepRun", "stepReport"] as const;
const AT: Readonly<Record<Exclude<Step, "working">, number>> = { file: 0, check: 1, run: 2, report: 3 };

/** The server reads a file twice: for the preview, and for the import. */
function placeOf(step: Step): number {
  if (step !== "working") return AT[step];
  return contactImports.look.value ? AT.run : AT.file;
}

/**
 * Imports contacts from a file or the phone book: choose, check, run, report. A running import continues after the
 * dialog is closed.
 */
export function ImportDialog() {
  useSignals();
  const t = useText(importTexts);
  const step = contactImports.step.value;
  const here = placeOf(step);
  const close = () => contactImports.close();
  return (
    <Dialog title={t("dialog.title")} size="l" onClose={close} footer={<Foot step={step} onClose={close} />}>
      <ol className="import-steps">
        {STEPS.map((name, at) => (
          <li key={name} {...(at === here ? { "aria-current": "step" } : {})} data-done={at < here}>
            {t(`dialog.${name}`)}
          </li>
        ))}
      </ol>
      <div className="import-body">
        {step === "file" ? <FileStep /> : null}
        {step === "working" ? <Working /> : null}
        {step === "check" ? <CheckStep /> : null}
        {step === "run" ? <RunStep /> : null}
        {step === "report" ? <ReportStep /> : null}
      </div>
    </Dialog>
  );
}

function Foot({ step, onClose }: { readonly step: Step; readonly onClose: () => void }) {
  const t = useText(importTexts);
  if (step === "check")
    return (
      <>
        <Button onPress={() => contactImports.again()}>{t("dialog.back")}</Button>
        <StartButton />
      </>
    );
  if (step === "run")
    return (
      <>
        <StopButton />
        <Button variant="primary" onPress={onClose}>
          {t("dialog.close")}
        </Button>
      </>
    );
  if (step === "report")
    return (
      <>
        <Button onPress={() => contactImports.again()}>{t("report.again")}</Button>
        <Button variant="primary" onPress={onClose}>
          {t("dialog.close")}
        </Button>
      </>
    );
  return <Button onPress={onClose}>{t("dialog.cancel")}</Button>;
}

function Working() {
  useSignals();
  const t = useText(importTexts);
  const sent = contactImports.sent.value;
  const words = t(sent === null ? "file.reading" : "file.sending");
  return (
    <div className="import-working" role="status">
      <ProgressBar label={words} value={sent} />
      <p>{words}</p>
    </div>
  );
}

/** First step: a field for a file, or the phone book instead; and the reason why the last file was refused. */
function FileStep() {
  useSignals();
  const t = useText(importTexts);
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (file: File | null | undefined) => {
    if (!file) return;
    if (file.size > MAX_FILE_BYTES) contactImports.error.value = new ApiError(413, "ERR_MEDIA_TOO_LARGE");
    else void contactImports.choose(file);
  };
  return (
    <>
      <Refusal />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside opens the file by keyboard */}
      <div
        className={classNames("import-drop", isOver && "import-drop-over")}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files[0]);
        }}
      >
        <FileSpreadsheet aria-hidden="true" />
        <strong>{t("file.drop")}</strong>
        <p>{t("file.limits")}</p>
        <input
          ref={input}
          type="file"
          className="visually-hidden"
          tabIndex={-1}
          aria-label={t("file.choose")}
          accept=".xlsx,.xls,.csv,text/csv,application/vnd.ms-excel,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          onChange={(event) => {
            take(event.target.files?.[0]);
            // Reset the field: a browser reports no change when a corrected file is chosen again.
            event.target.value = "";
          }}
        />
        <Button variant="primary" onPress={() => input.current?.click()} autoFocus>
          {t("file.choose")}
        </Button>
      </div>
      {contactImports.contactListId.value === null ? (
        <div className="import-phone">
          <Smartphone aria-hidden="true" />
          <p>{t("file.fromPhoneHelp")}</p>
          <Button onPress={() => void contactImports.choose(null)}>{t("file.fromPhone")}</Button>
        </div>
      ) : null}
    </>
  );
}

function Refusal() {
  useSignals();
  const t = useText(importTexts);
  const error = contactImports.error.value;
  if (!error) return null;
  const words = () => {
    switch (error.code) {
      case "ERR_MEDIA_TOO_LARGE":
        return error.details["maxRows"]
          ? t("file.tooManyRows", { max: formatNumber(MAX_ROWS) })
          : t("file.tooLarge");
      case "ERR_MEDIA_TYPE":
        return t("file.wrongType");
      case "ERR_IMPORT_RUNNING":
        return t("file.running");
      default:
        return errorText(error);
    }
  };
  return <Callout tone="danger">{words()}</Callout>;
}

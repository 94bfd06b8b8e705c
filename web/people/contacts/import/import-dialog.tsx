import { useSignals } from "@preact/signals-react/runtime";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { ProgressBar } from "#web/ui/state/progress-bar.tsx";
import { CheckStep, StartButton } from "./check-step.tsx";
import { FileStep } from "./file-step.tsx";
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

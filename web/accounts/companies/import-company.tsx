import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useMemo, useRef, useState } from "react";
import type { CompanyImport } from "#operations/backups/imports/contract.ts";
import { formatMegabytes } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { ProgressBar } from "#web/ui/state/progress-bar.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { companiesList, companyCalls } from "./companies-api.ts";
import { ImportDone } from "./import-done.tsx";
import { ImportModel } from "./import-model.ts";
import { ImportReady } from "./import-ready.tsx";
import { troubleText } from "./import-words.ts";
import { companyTexts } from "./locales/index.ts";

/** Polling interval while the server imports, ms. */
const AGAIN_MS = 1000;

/** Imports a company from an archive: uploads it, shows its content, asks for the passphrase, reports the result. */
export function ImportCompany({ onClose }: { readonly onClose: () => void }) {
  useSignals();
  const t = useText(companyTexts);
  const model = useMemo(() => new ImportModel(companyCalls.imports), []);
  const state = model.import.value?.state;
  useEffect(() => {
    void model.load();
    const timer = setInterval(() => model.isBusy && void model.load(), AGAIN_MS);
    return () => {
      clearInterval(timer);
      model.leave();
    };
  }, [model]);
  useEffect(() => {
    if (state === "done") void companiesList.list.reload();
  }, [state]);
  return (
    <Dialog title={t("import.title")} onClose={onClose}>
      <div className="company-import" aria-live="polite">
        <Content model={model} onClose={onClose} />
      </div>
    </Dialog>
  );
}

interface ContentProps {
  readonly model: ImportModel;
  readonly onClose: () => void;
}

function Content({ model, onClose }: ContentProps) {
  useSignals();
  const t = useText(companyTexts);
  const [isAgain, setAgain] = useState(false);
  const last = model.import.value;
  const sent = model.sent.value;
  if (last && sent !== null)
    return (
      <Way
        model={model}
        label={t("import.sending")}
        done={sent}
        total={last.size}
        hint={t("import.keepOpen")}
      />
    );
  if (model.error.value)
    return (
      <ErrorState
        title={t("import.troubleFailed")}
        error={model.error.value}
        onRetry={() => void model.load()}
      />
    );
  if (last === undefined) return <Skeleton width="100%" height="160px" />;
  if (last?.state === "looking")
    return <Way model={model} label={t("import.looking")} done={0} total={0} hint={t("import.background")} />;
  if (last?.state === "running") {
    const { done, total } = last;
    return (
      <Way
        model={model}
        label={t("import.running")}
        done={done}
        total={total}
        hint={t("import.background")}
      />
    );
  }
  if (last?.state === "ready") return <ImportReady model={model} last={last} />;
  if (last?.state === "done" && last.report && !isAgain)
    return <ImportDone report={last.report} onAnother={() => setAgain(true)} onClose={onClose} />;
  return <Choose model={model} last={last} />;
}

interface WayProps {
  readonly model: ImportModel;
  readonly label: string;
  readonly done: number;
  readonly total: number;
  readonly hint: string;
}

/** Progress of the import, and a button to cancel it. */
function Way({ model, label, done, total, hint }: WayProps) {
  const t = useText(companyTexts);
  const figure =
    total > 0 ? t("import.figure", { done: formatMegabytes(done), total: formatMegabytes(total) }) : null;
  return (
    <>
      <ProgressBar label={label} value={total > 0 ? Math.min(done / total, 1) : null} />
      <p className="company-export-file">
        <span>{[label, figure].filter(Boolean).join(" · ")}</span>
        <Button variant="ghost" onPress={() => void model.cancel().catch(toast.failure)}>
          {t("import.stop")}
        </Button>
      </p>
      <p>{hint}</p>
    </>
  );
}

/** File field: for the first file, for a new one after a failure, or for the file whose upload was interrupted. */
function Choose({ model, last }: { readonly model: ImportModel; readonly last: CompanyImport | null }) {
  const t = useText(companyTexts);
  const input = useRef<HTMLInputElement>(null);
  const [isOther, setOther] = useState(false);
  const { unfinished } = model;
  const take = (file: File | undefined) => {
    if (!file) return;
    setOther(!model.fits(file));
    if (model.fits(file)) void model.send(file).catch(toast.failure);
  };
  return (
    <>
      <p>{t("import.what")}</p>
      {last?.state === "failed" ? <Callout tone="danger">{troubleText(t, last)}</Callout> : null}
      {unfinished ? (
        <Callout tone="waiting">
          {t("import.resume", {
            name: unfinished.fileName,
            done: formatMegabytes(unfinished.received),
            total: formatMegabytes(unfinished.size),
          })}
        </Callout>
      ) : null}
      {isOther && unfinished ? (
        <Callout tone="danger">{t("import.otherFile", { name: unfinished.fileName })}</Callout>
      ) : null}
      <p className="company-import-help">{t("import.help")}</p>
      <input
        ref={input}
        type="file"
        hidden
        accept=".tar,application/x-tar"
        aria-label={t("import.choose")}
        onChange={({ target }) => {
          const file = target.files?.[0];
          // Reset the field: a browser reports no change when the same file is chosen again.
          target.value = "";
          take(file);
        }}
      />
      <div className="company-import-buttons">
        {unfinished ? (
          <Button variant="ghost" onPress={() => void model.cancel().catch(toast.failure)}>
            {t("import.discard")}
          </Button>
        ) : null}
        <Button variant="primary" onPress={() => input.current?.click()} autoFocus>
          {t("import.choose")}
        </Button>
      </div>
    </>
  );
}

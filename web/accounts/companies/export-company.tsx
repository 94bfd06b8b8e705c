import { type ReadonlySignal, signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import Download from "lucide-react/icons/download";
import { useEffect, useMemo } from "react";
import type { CompanyAnswer } from "#accounts/companies/contract.ts";
import { type CompanyExport, ExportBody } from "#operations/backups/contract.ts";
import { formatMegabytes } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { secondsLeft } from "#web/lib/format/seconds-left.ts";
import { Button } from "#web/ui/button/button.tsx";
import { PasswordField } from "#web/ui/field/password-field.tsx";
import { Form, FormActions, useField } from "#web/ui/form/form.tsx";
import { ADMIN_SUBMIT_DELAY_MS, FormModel } from "#web/ui/form/form-model.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { ProgressBar } from "#web/ui/state/progress-bar.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { companyCalls } from "./companies-api.ts";
import { companyTexts } from "./locales/index.ts";

/** Polling interval while the export runs, ms. */
const AGAIN_MS = 1000;

interface Props {
  readonly company: CompanyAnswer;
  readonly onClose: () => void;
}

/** Exports a company as a file: requires a passphrase, shows the progress, offers the download. */
export function ExportCompany({ company, onClose }: Props) {
  useSignals();
  const t = useText(companyTexts);
  const model = useMemo(() => new ExportModel(companyCalls.exports, company.id), [company.id]);
  useEffect(() => {
    void model.load();
    const timer = setInterval(() => model.isRunning && void model.load(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [model]);
  return (
    <Dialog title={t("export.title", { name: company.name })} onClose={onClose}>
      <div className="company-export" aria-live="polite">
        <p>{t("export.what")}</p>
        <Content model={model} onClose={onClose} />
      </div>
    </Dialog>
  );
}

interface ContentProps {
  readonly model: ExportModel;
  readonly onClose: () => void;
}

function Content({ model, onClose }: ContentProps) {
  useSignals();
  const t = useText(companyTexts);
  const last = model.export.value;
  if (model.error.value)
    return (
      <ErrorState title={t("export.failed")} error={model.error.value} onRetry={() => void model.load()} />
    );
  if (last === undefined) return <Skeleton width="100%" height="120px" />;
  if (last?.state === "running") return <Running model={model} last={last} />;
  return (
    <>
      {last?.state === "failed" ? (
        <Callout tone="danger">
          {t("export.failed")} {last.error}
        </Callout>
      ) : null}
      {last?.url && last.expiresAt ? (
        <Callout tone="success">
          <p>{t("export.ready", { when: formatDateTime(last.expiresAt) })}</p>
          <p className="company-export-file">
            <a className="button button-primary" href={last.url} download>
              <Download aria-hidden="true" />
              {t("export.download", { size: formatMegabytes(last.size ?? 0) })}
            </a>
            <Button variant="ghost" onPress={() => void model.cancel().catch(toast.failure)}>
              {t("export.discard")}
            </Button>
          </p>
        </Callout>
      ) : null}
      <Ask model={model} onClose={onClose} />
    </>
  );
}

function Running({ model, last }: { readonly model: ExportModel; readonly last: CompanyExport }) {
  const t = useText(companyTexts);
  const share = shareDone(last);
  const left = secondsLeft(last.done, last.total, Date.parse(last.startedAt), Date.now());
  const figures = [
    share === null
      ? null
      : t("export.figure", { done: formatMegabytes(last.done), total: formatMegabytes(last.total) }),
    left === null
      ? null
      : left < 60
        ? t("export.soon")
        : t("export.minutes", { count: Math.round(left / 60) }),
  ];
  return (
    <>
      <ProgressBar label={t("export.running")} value={share} />
      <p className="company-export-file">
        <span>{[t("export.running"), ...figures.filter(Boolean)].join(" · ")}</span>
        <Button variant="ghost" onPress={() => void model.cancel().catch(toast.failure)}>
          {t("export.stop")}
        </Button>
      </p>
      <p>{t("export.background")}</p>
    </>
  );
}

function Ask({ model, onClose }: ContentProps) {
  const t = useText(companyTexts);
  const form = useMemo(
    () =>
      new FormModel({
        initial: { passphrase: "" },
        schema: ExportBody,
        submit: ({ passphrase }) => model.begin(passphrase),
        onFailure: toast.failure,
        delayMs: ADMIN_SUBMIT_DELAY_MS,
      }),
    [model],
  );
  const field = useField(form);
  return (
    <Form form={form} isPassing>
      <PasswordField
        {...field("passphrase")}
        label={t("export.passphrase")}
        help={t("export.passphraseHelp")}
        autoComplete="new-password"
      />
      <Callout tone="waiting">{t("export.warning")}</Callout>
      <FormActions form={form} submitLabel={t("export.begin")} onCancel={onClose} />
    </Form>
  );
}

/** Server calls of the export. */
interface ExportCalls {
  readonly last: (companyId: number) => Promise<CompanyExport | null>;
  readonly begin: (companyId: number, passphrase: string) => Promise<CompanyExport>;
  readonly cancel: (companyId: number) => Promise<unknown>;
}

/** The export of one company; polled while it runs. */
class ExportModel {
  readonly #calls: ExportCalls;
  readonly #companyId: number;
  readonly #export = signal<CompanyExport | null | undefined>(undefined);
  readonly #error = signal<unknown>(null);

  /** Undefined until it is loaded; null: this company was never exported. */
  readonly export: ReadonlySignal<CompanyExport | null | undefined> = this.#export;
  readonly error: ReadonlySignal<unknown> = this.#error;

  constructor(calls: ExportCalls, companyId: number) {
    this.#calls = calls;
    this.#companyId = companyId;
  }

  async load(): Promise<void> {
    try {
      this.#export.value = await this.#calls.last(this.#companyId);
      this.#error.value = null;
    } catch (error) {
      this.#error.value = error;
    }
  }

  async begin(passphrase: string): Promise<void> {
    this.#export.value = await this.#calls.begin(this.#companyId, passphrase);
  }

  async cancel(): Promise<void> {
    await this.#calls.cancel(this.#companyId);
    await this.load();
  }

  get isRunning(): boolean {
    return this.#export.value?.state === "running";
  }
}

/** Progress of an export, 0 to 1; null while its size is unknown. */
export const shareDone = ({ done, total }: CompanyExport): number | null =>
  total > 0 ? Math.min(done / total, 1) : null;

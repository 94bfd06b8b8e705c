import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { type ImportRatesAnswer, MAX_CARD_BYTES } from "#inbox/costs/contract.ts";
import { dayAt } from "#platform/dates.ts";
import { language } from "#web/i18n/language.ts";
import { useText } from "#web/i18n/use-text.ts";
import { costTexts } from "#web/inbox/costs/locales/index.ts";
import { marketName } from "#web/inbox/costs/names.ts";
import { api } from "#web/lib/api/api.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { Button } from "#web/ui/button/button.tsx";
import { type FileChange, FileInput, KEEP_FILE } from "#web/ui/field/file-input.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { rateTexts } from "./locales/index.ts";

const REASONS = ["columns", "market", "currency", "price", "step", "empty", "rows"] as const;

/** Imports a price card after a preview. */
export function ImportPanel({ onImported }: { readonly onImported: () => void }) {
  useSignals();
  const t = useText(rateTexts);
  const words = useText(costTexts);
  const [change, setChange] = useState<FileChange>(KEEP_FILE);
  const [file, setFile] = useState<string | null>(null);
  const [validFrom, setValidFrom] = useState(`${dayAt(Date.now(), "UTC").slice(0, 7)}-01`);
  const [preview, setPreview] = useState<ImportRatesAnswer | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const choose = (next: FileChange) => {
    setChange(next);
    setPreview(null);
    setProblem(null);
    setFile(null);
    if (next.kind === "put") next.file.text().then(setFile, toast.failure);
  };
  const send = (dryRun: boolean) => {
    setProblem(null);
    api
      .post<ImportRatesAnswer>("/rates/import", { file, validFrom }, { query: { dryRun: String(dryRun) } })
      .then((answer) => {
        setPreview(dryRun ? answer : null);
        if (dryRun) return;
        setChange(KEEP_FILE);
        setFile(null);
        toast.success(t("import.done"));
        onImported();
      })
      .catch((error: unknown) => {
        const details =
          error instanceof ApiError && error.code === "ERR_RATE_FILE" ? error.details : undefined;
        const reason = REASONS.find((name) => name === details?.["reason"]);
        if (reason)
          setProblem(t("import.error", { row: String(details?.["row"]), reason: t(`import.${reason}`) }));
        else toast.failure(error);
      });
  };
  const namesOf = (markets: readonly string[]) =>
    new Intl.ListFormat(language.value).format(
      markets.map((market) => marketName(words, language.value, market)).sort((a, b) => a.localeCompare(b)),
    );
  return (
    <section className="panel costs-panel" aria-label={t("import.title")}>
      <h2>{t("import.title")}</h2>
      <p>{t("import.help")}</p>
      <FileInput
        label={t("import.file")}
        mediaName={null}
        mediaPath={null}
        value={change}
        onChange={choose}
        accept=".csv,text/csv"
        refuse={({ size }) => (size > MAX_CARD_BYTES ? t("import.tooLarge") : null)}
        words={{
          attach: t("import.attach"),
          replace: t("import.replace"),
          remove: (name) => t("import.remove", { name }),
          open: (name) => name,
        }}
      />
      <TextField label={t("import.from")} type="date" value={validFrom} onChange={setValidFrom} />
      {problem ? <Callout tone="danger">{problem}</Callout> : null}
      {preview ? (
        <Callout tone="info">
          {t("import.result", {
            added: preview.added,
            replaced: preview.replaced,
            unchanged: preview.unchanged,
          })}
          {preview.markets?.length ? <p>{t("import.markets", { names: namesOf(preview.markets) })}</p> : null}
        </Callout>
      ) : null}
      <Button
        variant={preview ? "primary" : "secondary"}
        isDisabled={file === null || validFrom === ""}
        onPress={() => send(preview === null)}
      >
        {preview ? t("import.take") : t("import.preview")}
      </Button>
    </section>
  );
}

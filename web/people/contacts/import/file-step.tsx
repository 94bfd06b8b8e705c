import { useSignals } from "@preact/signals-react/runtime";
import FileSpreadsheet from "lucide-react/icons/file-spreadsheet";
import Smartphone from "lucide-react/icons/smartphone";
import { useRef, useState } from "react";
import { MAX_FILE_BYTES, MAX_ROWS } from "#outreach/contact-imports/contract.ts";
import { errorText } from "#web/i18n/error-text.ts";
import { formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { classNames } from "#web/ui/styles/class-names.ts";
import { contactImports } from "./import-model.ts";
import { importTexts } from "./locales/index.ts";

/** First step: a field for a file, or the phone book instead; and the reason why the last file was refused. */
export function FileStep() {
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

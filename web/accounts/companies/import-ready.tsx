import { useSignals } from "@preact/signals-react/runtime";
import { useMemo } from "react";
import { type CompanyImport, StartImportBody } from "#operations/backups/imports/contract.ts";
import { formatMegabytes, formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { Button } from "#web/ui/button/button.tsx";
import { PasswordField } from "#web/ui/field/password-field.tsx";
import { Form, useField } from "#web/ui/form/form.tsx";
import { ADMIN_SUBMIT_DELAY_MS, FormModel } from "#web/ui/form/form-model.ts";
import { Callout } from "#web/ui/state/callout.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import type { ImportModel } from "./import-model.ts";
import { troubleText } from "./import-words.ts";
import { companyTexts } from "./locales/index.ts";

interface Props {
  readonly model: ImportModel;
  readonly last: CompanyImport;
}

/** The content of the archive, and the field for its passphrase. */
export function ImportReady({ model, last }: Props) {
  useSignals();
  const t = useText(companyTexts);
  const form = useMemo(
    () =>
      new FormModel({
        initial: { passphrase: "" },
        schema: StartImportBody,
        submit: ({ passphrase }) => model.start(passphrase),
        onFailure: toast.failure,
        delayMs: ADMIN_SUBMIT_DELAY_MS,
      }),
    [model],
  );
  const field = useField(form);
  return (
    <Form form={form} label={t("import.title")}>
      <Content last={last} />
      {last.trouble === "passphrase" ? <Callout tone="danger">{troubleText(t, last)}</Callout> : null}
      <PasswordField
        {...field("passphrase")}
        label={t("import.passphrase")}
        help={t("import.passphraseHelp")}
        autoComplete="off"
        isRequired
      />
      <Callout tone="waiting">{t("import.warning")}</Callout>
      <div className="company-import-buttons">
        <Button variant="ghost" onPress={() => void model.cancel().catch(toast.failure)}>
          {t("import.discard")}
        </Button>
        <Button variant="primary" type="submit" isPending={form.sending.value}>
          {t("import.begin")}
        </Button>
      </div>
    </Form>
  );
}

function Content({ last: { content } }: { readonly last: CompanyImport }) {
  const t = useText(companyTexts);
  if (!content) return null;
  const rows = [
    [t("import.company"), content.name],
    [t("import.plan"), content.plan],
    [t("import.madeAt"), formatDateTime(content.madeAt)],
    [t("import.users"), formatNumber(content.users)],
    [t("import.connections"), formatNumber(content.connections)],
    [t("import.contacts"), formatNumber(content.contacts)],
    [t("import.tickets"), formatNumber(content.tickets)],
    [t("import.messages"), formatNumber(content.messages)],
    [t("import.files"), formatNumber(content.mediaFiles)],
    [t("import.room"), t("import.megabytes", { size: formatMegabytes(content.bytes) })],
  ];
  return (
    <dl className="company-import-content">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

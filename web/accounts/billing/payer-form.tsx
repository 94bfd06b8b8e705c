import { useSignals } from "@preact/signals-react/runtime";
import { useText } from "#web/i18n/use-text.ts";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Form, FormActions, useField } from "#web/ui/form/form.tsx";
import type { FormModel } from "#web/ui/form/form-model.ts";
import { Select } from "#web/ui/select/select.tsx";
import { billingTexts } from "./locales/index.ts";
import type { PayerValues } from "./pay-model.ts";

interface Props {
  readonly form: FormModel<PayerValues>;
  readonly needsDocument: boolean;
  readonly onCancel: () => void;
}

/** Payer's name and address, with the lengths of docs/rules/forms.md#lengths. */
export function PayerForm({ form, needsDocument, onCancel }: Props) {
  useSignals();
  const t = useText(billingTexts);
  const field = useField(form);
  const line = (name: "fullName" | "address" | "city" | "zipcode") => {
    const props = field(name);
    return {
      ...props,
      label: t(`pay.${name}`),
      error: form.problem(name) === "required" ? t(`pay.${name}Required`) : props.error,
      isRequired: true,
    };
  };
  return (
    <Form form={form} label={t("pay.addressTitle")}>
      <TextField {...line("fullName")} autoComplete="name" autoFocus />
      <TextField {...line("address")} autoComplete="street-address" />
      <div className="pay-pair">
        <TextField {...line("city")} autoComplete="address-level2" />
        <TextField {...line("zipcode")} autoComplete="postal-code" />
      </div>
      <div className="pay-pair">
        <Select
          label={t("pay.country")}
          value={form.value("country")}
          onChange={(id) => form.set("country", String(id))}
          error={form.problem("country") ? t("pay.countryRequired") : null}
          options={[
            { id: "BR", label: t("pay.br") },
            { id: "usa", label: t("pay.usa") },
          ]}
        />
        <TextField
          {...field("document")}
          label={t("pay.document")}
          isRequired={needsDocument}
          {...(needsDocument ? { help: t("pay.documentHelp") } : {})}
        />
      </div>
      <FormActions form={form} submitLabel={t("pay.next")} onCancel={onCancel} />
    </Form>
  );
}

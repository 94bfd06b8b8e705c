import { useSignals } from "@preact/signals-react/runtime";
import CircleCheck from "lucide-react/icons/circle-check-big";
import { useEffect, useMemo } from "react";
import { type Translate, text } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatPureDate } from "#web/lib/format/dates.ts";
import { formatMoney } from "#web/lib/format/money.ts";
import { useStableCallback } from "#web/lib/use-stable-callback.ts";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Form, FormActions, useField } from "#web/ui/form/form.tsx";
import type { FormModel } from "#web/ui/form/form-model.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { type BillingAccess, sessionAccess } from "./billing-calls.ts";
import { InvoiceLines } from "./invoice-lines.tsx";
import { billingTexts } from "./locales/index.ts";
import type pt from "./locales/pt.json";
import { PayCode } from "./pay-code.tsx";
import { type PaidState, type PayerValues, PayModel } from "./pay-model.ts";
import { ProviderContact } from "./provider-contact.tsx";
import "./pay.css";

export interface PayDialogProps {
  readonly invoiceId: number;
  /** Default: the login session. Login and sign-up pass `billingAccess(token)`. */
  readonly access?: BillingAccess;
  /** Called three seconds after the payment arrived, with the new due date; null when the invoice was already paid. */
  readonly onPaid: (dueDate: string | null) => void;
  readonly onClose: () => void;
}

/**
 * Pays one invoice by Pix: payer form, code, wait for the payment (docs/rules/screens.md#sign-up-and-payment,
 * docs/rules/billing.md#payment).
 */
export function PayDialog({ invoiceId, access = sessionAccess, onPaid, onClose }: PayDialogProps) {
  useSignals();
  const t = useText(billingTexts);
  const done = useStableCallback(onPaid);
  const model = useMemo(
    () =>
      new PayModel({
        invoiceId,
        access,
        onMade: () => toast.success(text(billingTexts, "pay.made")),
        onRenewed: (paid) => toast.success(paidWords((key, values) => text(billingTexts, key, values), paid)),
        onDone: (dueDate) => done(dueDate),
        onFailure: toast.failure,
      }),
    [invoiceId, access, done],
  );
  useEffect(() => model.open(), [model]);
  return (
    <Dialog title={t("pay.title")} size={model.state.value.kind === "code" ? "m" : "s"} onClose={onClose}>
      <PayHead model={model} />
      <PayBody model={model} calls={access.calls} onClose={onClose} />
    </Dialog>
  );
}

/** The invoice to pay and its amount. */
function PayHead({ model }: { readonly model: PayModel }) {
  useSignals();
  const t = useText(billingTexts);
  const invoice = model.invoice.value;
  if (!invoice) return null;
  return (
    <div className="pay-head">
      <div>
        <strong>{invoice.detail}</strong>
        <small>{t("pay.due", { date: formatPureDate(invoice.dueDate) })}</small>
        <InvoiceLines lines={invoice.lines} />
      </div>
      <span className="pay-amount">{formatMoney(invoice.value)}</span>
    </div>
  );
}

interface BodyProps {
  readonly model: PayModel;
  readonly calls: BillingAccess["calls"];
  readonly onClose: () => void;
}

function PayBody({ model, calls, onClose }: BodyProps) {
  useSignals();
  const t = useText(billingTexts);
  const state = model.state.value;
  switch (state.kind) {
    case "loading":
      return (
        <div className="pay-loading" aria-busy="true">
          <Skeleton shape="block" width="264px" height="264px" />
          <p role="status">{t("pay.preparing")}</p>
        </div>
      );
    case "error":
      return <ErrorState title={t("pay.title")} error={state.error} onRetry={() => void model.load()} />;
    case "unavailable":
      return (
        <>
          <Callout tone="info">{t("pay.unavailable")}</Callout>
          <ProviderContact calls={calls} subject={t("contact.billSubject")} />
        </>
      );
    case "payer":
      return (
        <PayerForm
          form={model.form}
          needsDocument={model.invoice.value?.needsDocument ?? false}
          onCancel={onClose}
        />
      );
    case "code":
      return (
        <PayCode charge={state.charge} onAgain={() => void model.load()} onChange={() => model.change()} />
      );
    case "paid":
      return (
        <div className="pay-done" role="status">
          <CircleCheck aria-hidden="true" />
          <p className="state-title">{t("pay.paidTitle")}</p>
          <p className="state-text">{paidWords(t, state)}</p>
        </div>
      );
  }
}

/** The date is unknown when the payment was found by polling the invoice instead of by its event. */
function paidWords(t: Translate<typeof pt>, { dueDate, isNew, renews }: PaidState): string {
  if (isNew && !renews) return t("pay.paidCosts");
  if (dueDate !== null) return t("pay.renewed", { date: formatPureDate(dueDate) });
  return t(isNew ? "pay.renewedSoon" : "pay.already");
}

interface PayerFormProps {
  readonly form: FormModel<PayerValues>;
  readonly needsDocument: boolean;
  readonly onCancel: () => void;
}

/** Payer's name and address, with the lengths of docs/rules/forms.md#lengths. */
function PayerForm({ form, needsDocument, onCancel }: PayerFormProps) {
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

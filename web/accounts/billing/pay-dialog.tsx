import { useSignals } from "@preact/signals-react/runtime";
import CircleCheck from "lucide-react/icons/circle-check-big";
import { useEffect, useMemo, useRef } from "react";
import { type Translate, text } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatPureDate } from "#web/lib/format/dates.ts";
import { formatMoney } from "#web/lib/format/money.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { type BillingAccess, sessionAccess } from "./billing-calls.ts";
import { billingTexts } from "./locales/index.ts";
import type pt from "./locales/pt.json";
import { PayCode } from "./pay-code.tsx";
import { type PaidState, PayModel } from "./pay-model.ts";
import { PayerForm } from "./payer-form.tsx";
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
  const done = useRef(onPaid);
  done.current = onPaid;
  const model = useMemo(
    () =>
      new PayModel({
        invoiceId,
        access,
        onMade: () => toast.success(text(billingTexts, "pay.made")),
        onRenewed: (paid) => toast.success(paidWords((key, values) => text(billingTexts, key, values), paid)),
        onDone: (dueDate) => done.current(dueDate),
        onFailure: toast.failure,
      }),
    [invoiceId, access],
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
function paidWords(t: Translate<typeof pt>, { dueDate, isNew }: PaidState): string {
  if (dueDate !== null) return t("pay.renewed", { date: formatPureDate(dueDate) });
  return t(isNew ? "pay.renewedSoon" : "pay.already");
}

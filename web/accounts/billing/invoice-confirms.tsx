import type { InvoiceAnswer } from "#accounts/billing/contract.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatMoney } from "#web/lib/format/money.ts";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { sessionAccess } from "./billing-calls.ts";
import { invoicesList } from "./invoices-list.ts";
import { billingTexts } from "./locales/index.ts";

interface Props {
  readonly invoice: InvoiceAnswer;
  readonly onClose: () => void;
}

/** Asks for confirmation with both sentences of docs/rules/screens.md#administration, then deletes the invoice. */
export function RemoveInvoice({ invoice, onClose }: Props) {
  const t = useText(billingTexts);
  const words = useText(common);
  const remove = async () => {
    await sessionAccess.calls.remove(invoice.id);
    invoicesList.remove(invoice.id);
    toast.success(t("remove.done"));
  };
  return (
    <Confirm
      title={t("remove.title")}
      confirmLabel={words("action.delete")}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{t("remove.text")}</p>
      {invoice.lines?.length ? <p>{t("remove.lines")}</p> : null}
    </Confirm>
  );
}

/** Marks an invoice as paid outside the product; for super users only. */
export function MarkPaid({ invoice, onClose }: Props) {
  const t = useText(billingTexts);
  const mark = async () => {
    invoicesList.put(await sessionAccess.calls.markPaid(invoice.id));
    toast.success(t("mark.done"));
  };
  return (
    <Confirm
      title={t("mark.title", { id: String(invoice.id) })}
      confirmLabel={t("mark.confirm")}
      tone="primary"
      onConfirm={mark}
      onClose={onClose}
    >
      <p>
        {t(invoice.kind === "costs" ? "mark.textCosts" : "mark.text", {
          company: invoice.companyName,
          value: formatMoney(invoice.value),
        })}
      </p>
    </Confirm>
  );
}

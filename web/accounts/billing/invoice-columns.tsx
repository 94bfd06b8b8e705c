import CircleCheck from "lucide-react/icons/circle-check-big";
import ReceiptText from "lucide-react/icons/receipt-text";
import Trash2 from "lucide-react/icons/trash-2";
import { Link } from "react-aria-components/Link";
import type { InvoiceAnswer } from "#accounts/billing/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { formatPureDate } from "#web/lib/format/dates.ts";
import { formatMoney } from "#web/lib/format/money.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import type { Column } from "#web/ui/table/data-table.tsx";
import { InvoiceLines } from "./invoice-lines.tsx";
import { type ShownStatus, shownStatus } from "./invoice-status.ts";
import type pt from "./locales/pt.json";

export interface InvoiceRowActions {
  readonly today: string;
  /** Company of the user: only its own invoices can be paid here. */
  readonly companyId: number;
  readonly isSuper: boolean;
  readonly onPay: (invoice: InvoiceAnswer) => void;
  readonly onMarkPaid: (invoice: InvoiceAnswer) => void;
  readonly onRemove: (invoice: InvoiceAnswer) => void;
}

const TONES = { paid: "success", overdue: "danger", open: "waiting" } as const satisfies Record<
  ShownStatus,
  string
>;

/** Columns and actions of the list of invoices (docs/rules/screens.md#administration). */
export function invoiceColumns(
  t: Translate<typeof pt>,
  { today, companyId, isSuper, onPay, onMarkPaid, onRemove }: InvoiceRowActions,
): readonly Column<InvoiceAnswer>[] {
  const company: Column<InvoiceAnswer> = {
    id: "company",
    title: t("column.company"),
    card: "body",
    sortBy: ({ companyName }) => companyName,
    cell: ({ companyName, companyDeleted }) => (
      <>
        {companyName}
        {companyDeleted ? <small>{t("row.companyDeleted")}</small> : null}
      </>
    ),
  };
  return [
    {
      id: "detail",
      title: t("column.detail"),
      card: "title",
      cell: ({ id, detail, lines }) => (
        <>
          <strong>{detail}</strong>
          <small>{t("row.number", { id: String(id) })}</small>
          <InvoiceLines lines={lines} />
        </>
      ),
    },
    ...(isSuper ? [company] : []),
    {
      id: "value",
      title: t("column.value"),
      card: "named",
      sortBy: ({ value }) => value,
      sortDown: true,
      cell: ({ value }) => <span className="invoice-number">{formatMoney(value)}</span>,
    },
    {
      id: "due",
      title: t("column.due"),
      card: "named",
      sortBy: ({ dueDate }) => dueDate,
      cell: ({ dueDate }) => <span className="invoice-number">{formatPureDate(dueDate)}</span>,
    },
    {
      id: "status",
      title: t("column.status"),
      card: "corner",
      sortBy: (invoice) => t(`status.${shownStatus(invoice, today)}`),
      cell: (invoice) => {
        const status = shownStatus(invoice, today);
        return <Chip tone={TONES[status]}>{t(`status.${status}`)}</Chip>;
      },
    },
    {
      id: "actions",
      title: t("column.actions"),
      card: "body",
      hideTitle: true,
      cell: (invoice) => (
        <div className="row-actions invoice-actions">
          {invoice.status === "paid" ? (
            <Link
              href={`/financeiro/${invoice.id}`}
              className="button button-ghost button-s"
              aria-label={t("row.receiptOf", { id: String(invoice.id) })}
            >
              <ReceiptText aria-hidden="true" />
              <span className="button-text">{t("row.receipt")}</span>
            </Link>
          ) : null}
          {invoice.status === "open" && invoice.companyId === companyId ? (
            <Button
              size="s"
              variant="primary"
              aria-label={t("row.payOf", { id: String(invoice.id) })}
              onPress={() => onPay(invoice)}
            >
              {t("row.pay")}
            </Button>
          ) : null}
          {isSuper && invoice.status === "open" ? (
            <>
              {invoice.companyDeleted ? null : (
                <IconButton
                  label={t("row.markPaidOf", { id: String(invoice.id) })}
                  onPress={() => onMarkPaid(invoice)}
                >
                  <CircleCheck />
                </IconButton>
              )}
              <IconButton
                label={t("row.remove", { id: String(invoice.id) })}
                variant="danger"
                onPress={() => onRemove(invoice)}
              >
                <Trash2 />
              </IconButton>
            </>
          ) : null}
        </div>
      ),
    },
  ];
}

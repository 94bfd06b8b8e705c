import { useSignals } from "@preact/signals-react/runtime";
import ReceiptText from "lucide-react/icons/receipt-text";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import type { InvoiceAnswer } from "#accounts/billing/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { dayKey } from "#web/lib/format/dates.ts";
import { session } from "#web/lib/session/session.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ListEnd } from "#web/ui/missing-cells/list-end.tsx";
import { MissingCellsOf } from "#web/ui/missing-cells/missing-cells.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { ListSearch, PagedTable } from "#web/ui/table/paged-table.tsx";
import { invoiceColumns } from "./invoice-columns.tsx";
import { shownStatus } from "./invoice-status.ts";
import { invoicesList } from "./invoices-list.ts";
import { billingTexts } from "./locales/index.ts";
import "./billing.css";

const PayDialog = lazyLayer(async () => (await import("./pay-dialog.tsx")).PayDialog);
const RemoveInvoice = lazyLayer(async () => (await import("./invoice-confirms.tsx")).RemoveInvoice);
const MarkPaid = lazyLayer(async () => (await import("./invoice-confirms.tsx")).MarkPaid);

interface Open {
  readonly kind: "pay" | "mark" | "remove";
  readonly invoice: InvoiceAnswer;
}

/**
 * The page of invoices: every user reads and pays the invoices of their company, super users see all
 * (docs/rules/screens.md#administration).
 */
export function InvoicesPage() {
  useSignals();
  const t = useText(billingTexts);
  const { list } = invoicesList;
  const [open, setOpen] = useState<Open | null>(null);
  const [, navigate] = useLocation();
  useEffect(() => {
    const stops = [invoicesList.open(), socket.on("payment", () => void list.reload())];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  const user = session.user.value;
  const today = dayKey(Date.now());
  const show = (kind: Open["kind"]) => (invoice: InvoiceAnswer) => setOpen({ kind, invoice });
  const columns = invoiceColumns(t, {
    today,
    companyId: user?.companyId ?? 0,
    isSuper: user?.super ?? false,
    onPay: show("pay"),
    onMarkPaid: show("mark"),
    onRemove: show("remove"),
  });
  const close = () => setOpen(null);
  return (
    <div className="page">
      <header className="page-head">
        <h1 className="page-title">{t("page.title")}</h1>
        <ListSearch list={list} />
      </header>
      <MissingCellsOf path="/invoices/all" />
      <PagedTable
        list={list}
        label={t("page.title")}
        columns={columns}
        rowTone={(invoice) => (shownStatus(invoice, today) === "overdue" ? "danger" : null)}
        empty={
          <EmptyState
            picture={<ReceiptText />}
            title={t("page.emptyTitle")}
            text={t("page.emptyText")}
            action={<Button onPress={() => navigate("/subscription")}>{t("page.seeSubscription")}</Button>}
          />
        }
      />
      <ListEnd list={list} />
      {open?.kind === "pay" ? (
        <PayDialog
          invoiceId={open.invoice.id}
          onPaid={(dueDate) => {
            close();
            if (user && dueDate) session.update({ company: { ...user.company, dueDate } });
            navigate("/");
          }}
          onClose={close}
        />
      ) : null}
      {open?.kind === "mark" ? <MarkPaid invoice={open.invoice} onClose={close} /> : null}
      {open?.kind === "remove" ? <RemoveInvoice invoice={open.invoice} onClose={close} /> : null}
    </div>
  );
}

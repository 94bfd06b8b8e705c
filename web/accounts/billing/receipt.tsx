import Printer from "lucide-react/icons/printer";
import { useEffect, useState } from "react";
import { Link } from "react-aria-components/Link";
import type { InvoiceDetail, Payer } from "#accounts/billing/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatDateTime, formatPureDate } from "#web/lib/format/dates.ts";
import { formatMoney } from "#web/lib/format/money.ts";
import { providerBrand } from "#web/lib/page/brand.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Logo } from "#web/ui/display/logo.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { TableSkeleton } from "#web/ui/table/paged-table.tsx";
import { sessionAccess } from "./billing-calls.ts";
import { lineDetail, lineTitle } from "./invoice-lines.tsx";
import { billingTexts } from "./locales/index.ts";
import "./billing.css";

/** The receipt of a paid invoice, laid out for printing. */
export function ReceiptPage({ id }: { readonly id: number }) {
  const t = useText(billingTexts);
  const [invoice, setInvoice] = useState<InvoiceDetail | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again
  useEffect(() => {
    let wanted = true;
    sessionAccess.calls.invoice(id).then(
      (found) => wanted && setInvoice(found),
      (failure: unknown) => wanted && setError(failure),
    );
    return () => {
      wanted = false;
    };
  }, [id, tries]);
  const again = () => {
    setError(null);
    setTries((before) => before + 1);
  };
  return (
    <div className="page receipt-page">
      <header className="page-head">
        <h1 className="page-title">{t("receipt.title")}</h1>
        <Link href="/financeiro" className="button button-secondary button-m">
          {t("receipt.back")}
        </Link>
        {invoice?.status === "paid" ? (
          <Button variant="primary" icon={<Printer aria-hidden="true" />} onPress={() => globalThis.print()}>
            {t("receipt.print")}
          </Button>
        ) : null}
      </header>
      {error ? (
        <div className="panel">
          <ErrorState error={error} onRetry={again} />
        </div>
      ) : invoice ? (
        <Paper invoice={invoice} />
      ) : (
        <TableSkeleton />
      )}
    </div>
  );
}

function Paper({ invoice }: { readonly invoice: InvoiceDetail }) {
  const t = useText(billingTexts);
  const paid = invoice.payments.find(({ status }) => status === "paid");
  if (invoice.status !== "paid" || !paid)
    return (
      <div className="panel">
        <EmptyState picture={<Printer />} title={t("receipt.unpaid")} />
      </div>
    );
  const { payer } = invoice;
  const lines: readonly (readonly [string, string])[] = [
    [t("receipt.payee"), invoice.payee],
    [t("receipt.company"), payer ? `${invoice.companyName} (${payer.fullName})` : invoice.companyName],
    ...(payer?.document ? [[t("receipt.document"), shownDocument(payer.document)] as const] : []),
    ...(payer ? [[t("receipt.address"), addressOf(payer, t("pay.usa"))] as const] : []),
    ...(invoice.kind === "costs" ? [] : [[t("receipt.plan"), invoice.detail] as const]),
    ...(invoice.lines ?? []).map((line) => [lineTitle(t, line), lineDetail(t, line)] as const),
    [t("receipt.due"), formatPureDate(invoice.dueDate)],
    [t("receipt.paidAt"), formatDateTime(invoice.paidAt ?? paid.createdAt)],
    [t("receipt.method"), t(paid.source === "manual" ? "receipt.manual" : "receipt.pix")],
    [t("receipt.txid"), paid.txid],
  ];
  return (
    <article className="panel receipt">
      <div className="receipt-brand">
        <Logo of={providerBrand} />
        <span>{providerBrand.name}</span>
      </div>
      <header className="receipt-head">
        <h2>{t("receipt.number", { id: String(invoice.id) })}</h2>
        <span className="receipt-amount">{formatMoney(paid.amount)}</span>
      </header>
      <dl>
        {lines.map(([name, value]) => (
          <div key={name} style={{ display: "contents" }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}

/** Addresses within Brazil are written without the country. */
const addressOf = ({ address, city, zipcode, country }: Payer, abroad: string): string =>
  [address, city, zipcode, ...(country === "BR" ? [] : [abroad])].join(", ");

/** A CPF or CNPJ in its usual format: `123.456.789-09`, `12.345.678/0001-90`. */
export const shownDocument = (digits: string): string =>
  digits.length === 11
    ? digits.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, "$1.$2.$3-$4")
    : digits.replace(/^(\d{2})(\d{3})(\d{3})(\d{4})(\d{2})$/, "$1.$2.$3/$4-$5");

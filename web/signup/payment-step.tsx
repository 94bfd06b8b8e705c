import CircleCheck from "lucide-react/icons/circle-check-big";
import { useState } from "react";
import { useLocation } from "wouter";
import type { InvoiceAnswer } from "#billing/contract.ts";
import { PayBill } from "#web/billing/pay-bill.tsx";
import { useText } from "#web/i18n/use-text.ts";
import { formatPureDate } from "#web/lib/dates.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Button } from "#web/ui/button.tsx";
import { signupTexts } from "./locales/index.ts";

export interface PaymentStepProps {
  readonly invoice: InvoiceAnswer;
  /** Opens the bills of the new company, nothing else. */
  readonly token: string;
}

/** The account is there; paying now is possible, not needed. */
export function PaymentStep({ invoice, token }: PaymentStepProps) {
  const t = useText(signupTexts);
  const [, navigate] = useLocation();
  const [isPaying, setPaying] = useState(false);
  const toLogin = () => navigate("/login", { replace: true });
  return (
    <div className="signup-payment">
      <div className="signup-made" role="status">
        <CircleCheck aria-hidden="true" />
        <div>
          <strong>{t("payment.ready")}</strong>
          <p>{t("payment.until", { date: formatPureDate(invoice.dueDate) })}</p>
        </div>
      </div>
      <p className="signup-owed">
        <span>{invoice.detail}</span>
        <strong>{formatMoney(invoice.value)}</strong>
      </p>
      <Button variant="primary" onPress={() => setPaying(true)}>
        {t("payment.now")}
      </Button>
      <Button onPress={toLogin}>{t("payment.later")}</Button>
      {isPaying ? (
        <PayBill invoiceId={invoice.id} token={token} onPaid={toLogin} onClose={() => setPaying(false)} />
      ) : null}
    </div>
  );
}

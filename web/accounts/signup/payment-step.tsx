import CircleCheck from "lucide-react/icons/circle-check-big";
import { useState } from "react";
import type { SignedUp } from "#accounts/signup/contract.ts";
import { PayBill } from "#web/accounts/billing/pay-bill.tsx";
import { useText } from "#web/i18n/use-text.ts";
import { formatPureDate } from "#web/lib/format/dates.ts";
import { formatMoney } from "#web/lib/format/money.ts";
import { Button } from "#web/ui/button/button.tsx";
import { signupTexts } from "./locales/index.ts";

export interface PaymentStepProps {
  readonly made: SignedUp;
  /** Signs the new admin in. */
  readonly onDone: () => void;
}

/** Last step: the company exists, and paying now is optional. */
export function PaymentStep({ made, onDone }: PaymentStepProps) {
  const t = useText(signupTexts);
  const [isPaying, setPaying] = useState(false);
  const { invoice, token } = made;
  return (
    <div className="signup-payment">
      <div className="signup-made" role="status">
        <CircleCheck aria-hidden="true" />
        <div>
          <strong>{t("payment.ready")}</strong>
          {invoice ? <p>{t("payment.until", { date: formatPureDate(invoice.dueDate) })}</p> : null}
        </div>
      </div>
      {invoice ? (
        <>
          <p className="signup-owed">
            <span>{invoice.detail}</span>
            <strong>{formatMoney(invoice.value)}</strong>
          </p>
          <Button variant="primary" onPress={() => setPaying(true)}>
            {t("payment.now")}
          </Button>
          <Button onPress={onDone}>{t("payment.later")}</Button>
        </>
      ) : null}
      {invoice && token && isPaying ? (
        <PayBill invoiceId={invoice.id} token={token} onPaid={onDone} onClose={() => setPaying(false)} />
      ) : null}
    </div>
  );
}

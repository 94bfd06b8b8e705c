import CircleCheck from "lucide-react/icons/circle-check-big";
import MailCheck from "lucide-react/icons/mail-check";
import { useState } from "react";
import { useLocation } from "wouter";
import type { SignedUp } from "#signup/contract.ts";
import { PayBill } from "#web/billing/pay-bill.tsx";
import { useText } from "#web/i18n/use-text.ts";
import { formatPureDate } from "#web/lib/dates.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { signupTexts } from "./locales/index.ts";

export interface PaymentStepProps {
  readonly made: SignedUp;
  /** Signs the person in; null while the link in the mail has to be opened first. */
  readonly onDone: (() => void) | null;
}

/** The account is there; paying now is possible, not needed. A link that waits in the mail is told. */
export function PaymentStep({ made, onDone }: PaymentStepProps) {
  const t = useText(signupTexts);
  const [, navigate] = useLocation();
  const [isPaying, setPaying] = useState(false);
  const goOn = onDone ?? (() => navigate("/login", { replace: true }));
  const { invoice } = made;
  return (
    <div className="signup-payment">
      <div className="signup-made" role="status">
        <CircleCheck aria-hidden="true" />
        <div>
          <strong>{t("payment.ready")}</strong>
          {invoice ? <p>{t("payment.until", { date: formatPureDate(invoice.dueDate) })}</p> : null}
        </div>
      </div>
      {made.confirmEmail ? (
        <Callout tone="info" icon={<MailCheck aria-hidden="true" />}>
          {t("confirm.text", { email: made.email })}
        </Callout>
      ) : null}
      {invoice ? (
        <>
          <p className="signup-owed">
            <span>{invoice.detail}</span>
            <strong>{formatMoney(invoice.value)}</strong>
          </p>
          <Button variant="primary" onPress={() => setPaying(true)}>
            {t("payment.now")}
          </Button>
          <Button onPress={goOn}>{t("payment.later")}</Button>
        </>
      ) : (
        <Button variant="primary" onPress={goOn}>
          {t("confirm.toLogin")}
        </Button>
      )}
      {invoice && isPaying ? (
        <PayBill invoiceId={invoice.id} token={made.token} onPaid={goOn} onClose={() => setPaying(false)} />
      ) : null}
    </div>
  );
}

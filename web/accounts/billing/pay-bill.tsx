import { useEffect, useState } from "react";
import { type BillingAccess, billingAccess } from "./billing-calls.ts";
import { PayDialog, type PayDialogProps } from "./pay-dialog.tsx";

export interface PayBillProps extends Pick<PayDialogProps, "invoiceId" | "onPaid" | "onClose"> {
  /** A billing token: it authorizes only calls about the company's invoices. */
  readonly token: string;
}

/** Pays an invoice without a login session. */
export function PayBill({ token, ...rest }: PayBillProps) {
  const [access, setAccess] = useState<BillingAccess | null>(null);
  useEffect(() => {
    const opened = billingAccess(token);
    setAccess(opened);
    return opened.stop;
  }, [token]);
  return access ? <PayDialog {...rest} access={access} /> : null;
}

import { useEffect, useState } from "react";
import { type BillingAccess, billingAccess } from "./billing-calls.ts";
import { PayDialog, type PayDialogProps } from "./pay-dialog.tsx";

export interface PayBillProps extends Pick<PayDialogProps, "invoiceId" | "onPaid" | "onClose"> {
  /** Opens the bills of the company, nothing else. */
  readonly token: string;
}

/** Pays an invoice without being signed in. */
export function PayBill({ token, ...rest }: PayBillProps) {
  const [access, setAccess] = useState<BillingAccess | null>(null);
  useEffect(() => {
    const opened = billingAccess(token);
    setAccess(opened);
    return opened.stop;
  }, [token]);
  return access ? <PayDialog {...rest} access={access} /> : null;
}

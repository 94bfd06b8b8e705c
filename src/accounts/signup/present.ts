import { billingToken } from "#accounts/auth/index.ts";
import { ensureOpenInvoice, presentInvoice } from "#accounts/billing/index.ts";
import { ownerOf } from "#accounts/users/index.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { SignedUp } from "./contract.ts";

/** The answer of a sign-up whose company was created. */
export function presentSignedUp(tenant: Tenant): SignedUp {
  const { id, installation } = tenant;
  const { name, email } = tenant.company;
  const owner = ownerOf(installation, email);
  if (!owner) throw new Error("the admin that was just created is missing");
  const invoice = ensureOpenInvoice(installation, id);
  const token = billingToken(tenant, owner.userId);
  return { id, name, email, token, confirmEmail: false, invoice: invoice ? presentInvoice(invoice) : null };
}

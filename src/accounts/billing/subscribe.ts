import { renderSVG } from "uqr";
import { changeCompany } from "#accounts/companies/index.ts";
import { invalidFields, noPermission } from "#platform/errors.ts";
import { validate } from "#platform/http/validate.ts";
import { isOnHold } from "#tenants/on-hold.ts";
import { isAdmin, type Tenant, type UserCtx } from "#tenants/tenant.ts";
import { chargeFor } from "./charges/charges.ts";
import { Payer, type SubscriptionAnswer, type SubscriptionBody } from "./contract.ts";
import { heldAfterRestore, invoicePaid, noInvoice, paymentNotConfigured } from "./errors.ts";
import { chosenGateway, staticKey } from "./gateways/index.ts";
import { payerOf } from "./invoices/due-date-of-company.ts";
import { ensureOpenInvoice } from "./invoices/issue.ts";
import { todayOf } from "./invoices/today.ts";
import { staticBrCode } from "./pix/br-code.ts";
import { asDecimal } from "./present.ts";
import { findInvoice, type InvoiceView } from "./queries.ts";

const PAYER_FIELDS = ["fullName", "address", "city", "zipcode", "country"] as const;

/**
 * `POST /subscription`: every user may pay the company's invoices; only admins choose another plan. Only the
 * named invoice or plan counts. Throws 404 ERR_NOT_FOUND, 409 ERR_INVOICE_PAID, 403 ERR_NO_PERMISSION, 400
 * ERR_VALIDATION, 400 ERR_PAYMENT_NOT_CONFIGURED, 409 ERR_HELD_AFTER_RESTORE, 502 ERR_PAYMENT_GATEWAY.
 */
export async function subscribe(ctx: UserCtx, body: SubscriptionBody): Promise<SubscriptionAnswer> {
  const { tenant } = ctx;
  // Payments between the moment of the restored copy and the restore are unknown, so the company could pay the same
  // invoice twice.
  if (isOnHold(tenant.company)) throw heldAfterRestore();
  const given = PAYER_FIELDS.some((field) => body[field] !== undefined) ? validate(Payer, body) : null;
  const owed = invoiceFor(ctx, body);
  const payer = given ?? payerOf(tenant.company);
  if (given) changeCompany(tenant.installation, tenant.id, { address: given }, tenant.writeSystem);
  const gateway = chosenGateway(tenant.installation);
  if (gateway === null) return presentCharge(owed, staticCharge(tenant, owed));
  const { company } = tenant;
  const today = todayOf(tenant);
  const { txid, code, expiresAt } = await chargeFor(tenant, gateway, {
    invoiceId: owed.id,
    valueCents: owed.valueCents,
    detail: owed.detail,
    // Gateways reject past dates.
    dueDate: [owed.dueDate, today].sort().at(-1) ?? today,
    company: { id: company.id, name: company.name, email: company.email },
    payer,
  });
  return presentCharge(owed, { txid, code, expiresAt });
}

function invoiceFor({ tenant, actor }: UserCtx, { invoiceId, planId }: SubscriptionBody): InvoiceView {
  const { installation } = tenant;
  if (invoiceId) {
    const found = findInvoice(installation.system, invoiceId, tenant.id);
    if (!found) throw noInvoice();
    if (found.status === "paid") throw invoicePaid();
    return found;
  }
  if (!planId) throw invalidFields({ invoiceId: "required" });
  if (!isAdmin(actor)) throw noPermission();
  const made = ensureOpenInvoice(installation, tenant.id, planId, tenant.writeSystem);
  // No invoice: the plan is free.
  if (!made) throw invalidFields({ planId: "invalid" });
  return made;
}

interface Charge {
  readonly txid: string;
  readonly code: string;
  readonly expiresAt: number | null;
}

/** The static Pix code, created without a gateway; a super user marks the invoice as paid. */
function staticCharge({ installation, id }: Tenant, { id: invoiceId, valueCents }: InvoiceView): Charge {
  const account = staticKey(installation);
  if (!account) throw paymentNotConfigured();
  const txid = `F${invoiceId}C${id}`;
  return { txid, code: staticBrCode({ ...account, valueCents, txid }), expiresAt: null };
}

function presentCharge(owed: InvoiceView, { txid, code, expiresAt }: Charge): SubscriptionAnswer {
  const picture = Buffer.from(renderSVG(code, { border: 2 })).toString("base64");
  return {
    qrcode: { qrcode: code, imagemQrcode: `data:image/svg+xml;base64,${picture}` },
    valor: { original: asDecimal(owed.valueCents) },
    txid,
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    invoiceId: owed.id,
    confirmsItself: expiresAt !== null,
  };
}

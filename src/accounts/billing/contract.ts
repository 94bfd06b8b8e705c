import * as v from "valibot";
import { PayerAddress } from "#accounts/companies/contract.ts";
import {
  Instant,
  OptionalId,
  PageNumber,
  PureDate,
  pageOf,
  SearchParam,
  ShortText,
} from "#platform/http/contract.ts";

/** Cancelled invoices are never shown. */
const InvoiceStatus = v.picklist(["open", "paid"]);

/** A month of message costs that the provider passes on (docs/rules/billing.md#lines). */
const InvoiceLine = v.object({
  /** `YYYY-MM`. */
  period: v.string(),
  /** Charged messages. */
  quantity: v.number(),
  /** Amount in reais. */
  value: v.number(),
  /** Amount of the price card, in millionths of `currency`. */
  micros: v.number(),
  currency: v.string(),
  marginPercent: v.number(),
});
export type InvoiceLine = v.InferOutput<typeof InvoiceLine>;

export const InvoiceAnswer = v.object({
  id: v.number(),
  companyId: v.number(),
  companyName: v.string(),
  /** The company was deleted: its invoices cannot be marked as paid by hand. */
  companyDeleted: v.boolean(),
  /** `costs`: only lines; paying it moves no due date. */
  kind: v.optional(v.picklist(["plan", "costs"])),
  lines: v.optional(v.array(InvoiceLine)),
  /** Name of the plan. */
  detail: v.string(),
  /** Amount in reais, with the lines. */
  value: v.number(),
  dueDate: PureDate,
  status: InvoiceStatus,
  /** Billing period that the invoice pays for. */
  recurrence: v.string(),
  paidAt: v.nullable(Instant),
  createdAt: Instant,
});
export type InvoiceAnswer = v.InferOutput<typeof InvoiceAnswer>;
export const InvoicePage = pageOf("invoices", InvoiceAnswer);
export const InvoiceQuery = v.object({ searchParam: SearchParam, pageNumber: PageNumber });

/** Name and address of the payer, from the checkout (docs/rules/forms.md#lengths). */
export const Payer = v.object({
  ...PayerAddress.entries,
  /** CPF or CNPJ; required by some gateways. */
  document: v.optional(
    v.pipe(
      ShortText,
      v.transform((text) => text.replace(/\D/g, "")),
      v.check((digits) => digits === "" || digits.length === 11 || digits.length === 14),
    ),
    "",
  ),
});
export type Payer = v.InferOutput<typeof Payer>;

/** An invoice with the data of the payment dialog. */
export const InvoiceDetail = v.object({
  ...InvoiceAnswer.entries,
  payer: v.nullable(Payer),
  /** Recipient of the payment: the name registered with the bank, else that of the provider's company. */
  payee: v.string(),
  /** Whether charges can be created, so that the page can warn before the form is filled in. */
  payable: v.boolean(),
  /** The gateway requires a CPF or CNPJ. */
  needsDocument: v.boolean(),
  payments: v.array(
    v.object({
      id: v.number(),
      txid: v.string(),
      amount: v.number(),
      status: v.picklist(["paid", "short", "extra"]),
      source: v.picklist(["efi", "asaas", "manual"]),
      createdAt: Instant,
    }),
  ),
});
export type InvoiceDetail = v.InferOutput<typeof InvoiceDetail>;

/** Contact data of the provider; fields the provider left empty are "". */
export const ProviderContact = v.object({ name: v.string(), email: v.string(), phone: v.string() });
export type ProviderContact = v.InferOutput<typeof ProviderContact>;

/** The only possible change is to mark the invoice as paid by hand. */
export const UpdateInvoiceBody = v.object({ status: v.literal("paid") });
export const DeletedAnswer = v.object({ deletados: v.number() });

/**
 * Only the invoice, or the plan of the new invoice, counts; `price`, `users`, `connections` of older clients
 * are ignored.
 */
export const SubscriptionBody = v.object({
  invoiceId: v.optional(OptionalId),
  planId: v.optional(OptionalId),
  fullName: v.optional(ShortText),
  address: v.optional(ShortText),
  city: v.optional(ShortText),
  zipcode: v.optional(ShortText),
  country: v.optional(ShortText),
  document: v.optional(ShortText),
});
export type SubscriptionBody = v.InferOutput<typeof SubscriptionBody>;

/** A Pix charge as the page shows it. */
export const SubscriptionAnswer = v.object({
  /** `qrcode` = the code to copy; `imagemQrcode` = the same as a picture (data address). */
  qrcode: v.object({ qrcode: v.string(), imagemQrcode: v.string() }),
  valor: v.object({ original: v.string() }),
  txid: v.string(),
  /** Expiry of the charge; null = it does not expire. */
  expiresAt: v.nullable(Instant),
  invoiceId: v.number(),
  /** Whether the gateway confirms the payment; false = a super user must mark the invoice as paid. */
  confirmsItself: v.boolean(),
});
export type SubscriptionAnswer = v.InferOutput<typeof SubscriptionAnswer>;

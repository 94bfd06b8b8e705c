import { companyById } from "#accounts/companies/index.ts";
import { gatheredPage } from "#platform/http/cells/gathered-page.ts";
import { IdParams, MessageAnswer } from "#platform/http/contract.ts";
import { byText, pageOfRows } from "#platform/http/page.ts";
import { fold } from "#platform/text.ts";
import { route } from "#tenants/route.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { setUpWebhook } from "./charges/webhooks.ts";
import {
  DeletedAnswer,
  InvoiceAnswer,
  InvoiceDetail,
  InvoicePage,
  InvoiceQuery,
  ProviderContact,
  SubscriptionAnswer,
  SubscriptionBody,
  UpdateInvoiceBody,
} from "./contract.ts";
import { noInvoice } from "./errors.ts";
import { chosenGateway, isPayable } from "./gateways/index.ts";
import { payeeName, payerOf, providerContact } from "./invoices/due-date-of-company.ts";
import { removeInvoice } from "./invoices/remove.ts";
import { payByHand } from "./invoices/settle.ts";
import { presentInvoice, presentPayment } from "./present.ts";
import { countInvoices, findInvoice, listInvoices, paymentsOf } from "./queries.ts";
import { subscribe } from "./subscribe.ts";

/**
 * Super users see the invoices of every company, other users those of their own
 * (docs/rules/billing.md#invoices).
 */
const scopeOf = ({ tenant, actor }: UserCtx): number | null =>
  actor.super && !actor.billingOnly ? null : tenant.id;

/** The order of `listInvoices`. */
const newestFirst = (a: InvoiceAnswer, b: InvoiceAnswer): number =>
  byText(b.dueDate, a.dueDate) || b.id - a.id;

export const invoiceRoutes = [
  route({
    method: "GET",
    path: "/invoices/all",
    access: "billing",
    cell: gatheredPage<"invoices", InvoiceAnswer>("invoices", newestFirst),
    summary: "A page of the company's invoices, newest due date first; super users: of all companies",
    query: InvoiceQuery,
    answer: InvoicePage,
    handle({ ctx, query, isPart }) {
      const { system } = ctx.tenant.installation;
      const filter = { companyId: scopeOf(ctx), search: fold(query.searchParam) };
      const { rows, ...page } = pageOfRows(
        countInvoices(system, filter),
        query.pageNumber,
        (limit, offset) => listInvoices(system, filter, limit, offset),
        isPart,
      );
      return { invoices: rows.map(presentInvoice), ...page };
    },
  }),
  route({
    method: "GET",
    path: "/invoices/:id",
    access: "billing",
    cell: "search",
    summary: "One invoice with its payments and its payer",
    params: IdParams,
    answer: InvoiceDetail,
    handle({ ctx, params }) {
      const { system } = ctx.tenant.installation;
      const row = findInvoice(system, params.id, scopeOf(ctx));
      if (!row) throw noInvoice();
      return {
        ...presentInvoice(row),
        payer: payerOf(companyById(ctx.tenant.installation, row.companyId)),
        payee: payeeName(ctx.tenant.installation),
        payable: isPayable(ctx.tenant.installation),
        needsDocument: chosenGateway(ctx.tenant.installation) === "asaas",
        payments: paymentsOf(system, row.id).map(presentPayment),
      };
    },
  }),
  route({
    method: "PUT",
    path: "/invoices/:id",
    audit: "invoice.changed",
    access: "super",
    cell: "search",
    summary: "Mark an invoice as paid by hand",
    params: IdParams,
    body: UpdateInvoiceBody,
    answer: InvoiceAnswer,
    handle: ({ ctx, params }) => presentInvoice(payByHand(ctx, params.id)),
  }),
  route({
    method: "DELETE",
    path: "/invoices/:id",
    audit: "invoice.removed",
    access: "super",
    cell: "search",
    summary: "Delete an invoice that is not paid",
    params: IdParams,
    answer: DeletedAnswer,
    handle: ({ ctx, params }) => ({ deletados: removeInvoice(ctx, params.id) }),
  }),
];

export const subscriptionRoutes = [
  route({
    method: "GET",
    path: "/subscription/contact",
    access: "billing",
    summary: "Contact data of the provider, for questions about plans and invoices",
    answer: ProviderContact,
    handle: ({ ctx }) => providerContact(ctx.tenant.installation),
  }),
  route({
    method: "POST",
    path: "/subscription",
    audit: "subscription.created",
    access: "billing",
    summary: "Create the Pix charge of an open invoice; with a plan, its invoice is issued first",
    body: SubscriptionBody,
    answer: SubscriptionAnswer,
    handle: ({ ctx, body }) => subscribe(ctx, body),
  }),
  route({
    method: "POST",
    path: "/subscription/webhook",
    audit: "gateway.connected",
    access: "super",
    cell: "home",
    summary: "Register the webhook URL at the payment gateway",
    answer: MessageAnswer,
    async handle({ ctx }) {
      await setUpWebhook(ctx);
      return { message: "webhook set up" };
    },
  }),
];

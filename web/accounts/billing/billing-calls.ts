import type {
  InvoiceAnswer,
  InvoiceDetail,
  Payer,
  ProviderContact,
  SubscriptionAnswer,
} from "#accounts/billing/contract.ts";
import { Api, api } from "#web/lib/api/api.ts";
import { LiveSocket } from "#web/lib/socket/socket.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";

/** Calls about invoices (docs/rules/billing.md#invoices). */
export const billingCalls = (on: Api) => ({
  invoice: (id: number) => on.get<InvoiceDetail>(`/invoices/${id}`),
  contact: () => on.get<ProviderContact>("/subscription/contact"),
  markPaid: (id: number) => on.put<InvoiceAnswer>(`/invoices/${id}`, { status: "paid" }),
  remove: (id: number) => on.delete<{ deletados: number }>(`/invoices/${id}`),
  subscribe: (invoiceId: number, payer: Payer | null) =>
    on.post<SubscriptionAnswer>("/subscription", { ...payer, invoiceId }),
});
export type BillingCalls = ReturnType<typeof billingCalls>;

/**
 * Authenticates the calls of the payment dialog: by the login session, or by the billing token of an expired company.
 */
export interface BillingAccess {
  readonly calls: BillingCalls;
  readonly socket: Pick<LiveSocket, "on">;
  readonly stop: () => void;
}

/** Calls with the login session of the page. */
export const sessionAccess: BillingAccess = { calls: billingCalls(api), socket, stop: () => undefined };

/**
 * With a billing token (login of an expired company, sign-up): nothing is stored in the browser. `stop` when
 * the dialog closes.
 */
export function billingAccess(token: string): BillingAccess {
  const own = new Api({
    base: "/api",
    fetch: (address, init) => globalThis.fetch(address, init),
    token: () => token,
    onRefreshed: () => undefined,
    onSignedOut: () => undefined,
  });
  const line = new LiveSocket({
    open: () => new WebSocket(`${location.origin.replace(/^http/, "ws")}/socket`),
    token: () => token,
    refresh: async () => false,
  });
  line.start();
  return { calls: billingCalls(own), socket: line, stop: () => line.stop() };
}

import { type ReadonlySignal, signal } from "@preact/signals-react";
import type * as v from "valibot";
import type { InvoiceAnswer, InvoicePage } from "#accounts/billing/contract.ts";
import type { CompanyWithPlan } from "#accounts/companies/contract.ts";
import type { Api } from "#web/lib/api/api.ts";

type Company = v.InferOutput<typeof CompanyWithPlan>;
export type SubscriptionState =
  | { readonly kind: "loading" }
  | { readonly kind: "error"; readonly error: unknown }
  | {
      readonly kind: "ready";
      /** Null when the company is expired: the server then refuses its data. */
      readonly company: Company | null;
      /** The oldest open invoice. */
      readonly owed: InvoiceAnswer | null;
      /** The newest invoice is paid. */
      readonly isPaid: boolean;
      /** At least one invoice was paid. */
      readonly pays: boolean;
    };

/** The company's plan, and the invoice to pay. */
export class SubscriptionModel {
  readonly #api: Pick<Api, "get">;
  readonly #companyId: number | null;
  readonly #state = signal<SubscriptionState>({ kind: "loading" });

  readonly state: ReadonlySignal<SubscriptionState> = this.#state;

  /** Without `companyId` only the invoices are loaded. */
  constructor(api: Pick<Api, "get">, companyId: number | null) {
    this.#api = api;
    this.#companyId = companyId;
  }

  async load(): Promise<void> {
    this.#state.value = { kind: "loading" };
    try {
      const [company, { invoices }] = await Promise.all([
        this.#companyId === null ? null : this.#api.get<Company>(`/companies/listPlan/${this.#companyId}`),
        this.#api.get<v.InferOutput<typeof InvoicePage>>("/invoices/all", { query: { pageNumber: 1 } }),
      ]);
      // Super users read the invoices of all companies, but here they can pay only those of their company.
      // Paying message costs does not renew the licence.
      const own = invoices.filter(
        ({ companyId, kind }) =>
          kind !== "costs" && (this.#companyId === null || companyId === this.#companyId),
      );
      const owed = own.findLast(({ status }) => status === "open") ?? null;
      this.#state.value = {
        kind: "ready",
        company,
        owed,
        isPaid: own[0]?.status === "paid",
        pays: own.some(({ status }) => status === "paid"),
      };
    } catch (error) {
      this.#state.value = { kind: "error", error };
    }
  }
}

/**
 * True when a company's due date comes from a payment or from the provider, not from the trial of its sign-up
 * (docs/rules/pages.md#subscription).
 */
export const isKeptPaid = (dueDate: string | null, trialExpiration: string | null): boolean =>
  dueDate !== null && dueDate > (trialExpiration ?? "");

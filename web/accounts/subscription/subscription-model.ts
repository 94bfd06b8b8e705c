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
      /** Null past the due date: its call does not answer then. */
      readonly company: Company | null;
      /** The oldest invoice that waits for its payment. */
      readonly owed: InvoiceAnswer | null;
      /** The newest invoice is paid already. */
      readonly isPaid: boolean;
      /** An invoice was paid at some time. */
      readonly pays: boolean;
    };

/** What the company bought, and what of it is to be paid. */
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
      // Super users read those of all companies; paid from here are the own ones.
      const own =
        this.#companyId === null
          ? invoices
          : invoices.filter(({ companyId }) => companyId === this.#companyId);
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

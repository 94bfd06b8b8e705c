import { type ReadonlySignal, signal } from "@preact/signals-react";
import { type InvoiceDetail, Payer, type SubscriptionAnswer } from "#accounts/billing/contract.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { FormModel } from "#web/ui/form/form-model.ts";
import type { BillingAccess } from "./billing-calls.ts";

/** Delay before the page continues after the payment, ms (docs/rules/forms.md#pages). */
const REDIRECT_MS = 3_000;
/** Polling interval of the invoice, in case the event is lost, ms. */
const ASK_MS = 15_000;

export type PayState =
  | { readonly kind: "loading" }
  | { readonly kind: "error"; readonly error: unknown }
  /** Payments are not configured: no form is shown. */
  | { readonly kind: "unavailable" }
  | { readonly kind: "payer" }
  | { readonly kind: "code"; readonly charge: SubscriptionAnswer }
  /** `dueDate` is the new due date, if the event had it; `isNew`: the payment arrived while the page waited. */
  | {
      readonly kind: "paid";
      readonly dueDate: string | null;
      readonly isNew: boolean;
      /** False: the invoice has only message costs, so the due date stays. */
      readonly renews: boolean;
    };

export type PaidState = Extract<PayState, { kind: "paid" }>;

export type PayerValues = { readonly [K in keyof Payer]: string };

export interface PayOptions {
  readonly invoiceId: number;
  readonly access: Pick<BillingAccess, "calls" | "socket">;
  /** Called when a charge was created. */
  readonly onMade: () => void;
  /** Called when the payment arrived. */
  readonly onRenewed: (paid: PaidState) => void;
  /** Called three seconds after the payment arrived. */
  readonly onDone: (dueDate: string | null) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Payment of one invoice: payer, code, wait for the payment. */
export class PayModel {
  readonly #options: PayOptions;
  readonly #state = signal<PayState>({ kind: "loading" });
  readonly #invoice = signal<InvoiceDetail | null>(null);
  #timers: (() => void)[] = [];

  readonly state: ReadonlySignal<PayState> = this.#state;
  readonly invoice: ReadonlySignal<InvoiceDetail | null> = this.#invoice;
  readonly form: FormModel<PayerValues>;

  constructor(options: PayOptions) {
    this.#options = options;
    this.form = new FormModel<PayerValues>({
      initial: { fullName: "", address: "", city: "", zipcode: "", country: "BR", document: "" },
      schema: Payer,
      submit: (values) => this.#charge({ ...values, country: values.country === "usa" ? "usa" : "BR" }),
      onFailure: options.onFailure,
    });
  }

  /** Loads the invoice and polls it until its payment. Returns a function that stops the polling. */
  open(): () => void {
    const stop = this.#options.access.socket.on("payment", (event) => {
      const { dueDate = null } = (event["company"] ?? {}) as { dueDate?: string | null };
      if (event.action === "CONCLUIDA" && event["invoiceId"] === this.#invoiceId) this.#paid(true, dueDate);
    });
    void this.load();
    const asking = setInterval(() => void this.#ask(), ASK_MS);
    return () => {
      stop();
      clearInterval(asking);
      for (const cancel of this.#timers) cancel();
    };
  }

  async load(): Promise<void> {
    this.#state.value = { kind: "loading" };
    try {
      const invoice = await this.#options.access.calls.invoice(this.#options.invoiceId);
      this.#invoice.value = invoice;
      if (invoice.payer) this.form.reset(invoice.payer);
      if (invoice.status === "paid") this.#paid(false);
      else if (!invoice.payable) this.#state.value = { kind: "unavailable" };
      else if (!invoice.payer || (invoice.needsDocument && !invoice.payer.document)) this.change();
      else await this.#charge(null);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Returns to the payer's name and address. */
  change(): void {
    this.#state.value = { kind: "payer" };
  }

  get #invoiceId(): number {
    const state = this.#state.peek();
    return state.kind === "code" ? state.charge.invoiceId : this.#options.invoiceId;
  }

  async #charge(payer: Payer | null): Promise<void> {
    const charge = await this.#options.access.calls.subscribe(this.#options.invoiceId, payer);
    this.#state.value = { kind: "code", charge };
    this.#options.onMade();
  }

  #fail(error: unknown): void {
    const isPaid = error instanceof ApiError && error.code === "ERR_INVOICE_PAID";
    if (isPaid) this.#paid(false);
    else if (error instanceof ApiError && error.code === "ERR_PAYMENT_NOT_CONFIGURED")
      this.#state.value = { kind: "unavailable" };
    else this.#state.value = { kind: "error", error };
  }

  async #ask(): Promise<void> {
    if (this.#state.peek().kind !== "code") return;
    const invoice = await this.#options.access.calls.invoice(this.#invoiceId).catch(() => null);
    if (invoice?.status === "paid" && this.#state.peek().kind === "code") this.#paid(true);
  }

  #paid(isNew: boolean, dueDate: string | null = null): void {
    if (this.#state.peek().kind === "paid") return;
    const renews = this.#invoice.peek()?.kind !== "costs";
    const moved = renews ? dueDate : null;
    const paid: PaidState = { kind: "paid", dueDate: moved, isNew, renews };
    this.#state.value = paid;
    this.#options.onRenewed(paid);
    const timer = setTimeout(() => this.#options.onDone(moved), REDIRECT_MS);
    this.#timers.push(() => clearTimeout(timer));
  }
}

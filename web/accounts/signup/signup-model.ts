import { type ReadonlySignal, signal } from "@preact/signals-react";
import * as v from "valibot";
import type { OfferedPlan } from "#accounts/plans/contract.ts";
import { type SignedUp, SignupBody, type SignupState } from "#accounts/signup/contract.ts";
import type { Api } from "#web/lib/api/api.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { FormModel } from "#web/ui/form/form-model.ts";

/** The steps in their order (docs/rules/screens.md#sign-up-and-payment). */
export const STEPS = ["data", "plan", "review", "payment"] as const;
export type Step = (typeof STEPS)[number];

/** Fields of each step; an error of a field returns to its step. */
const FIELDS = {
  data: ["name", "adminName", "phone", "email", "password"],
  plan: ["planId"],
} as const;

/** The wire makes the admin's name optional; the page requires it. */
const Form = v.object({ ...SignupBody.entries, adminName: SignupBody.entries.adminName.wrapped });

export interface SignupOptions {
  readonly api: Pick<Api, "get" | "post">;
  /** Signs the new admin in; afterwards the page opens the product. */
  readonly login: (email: string, password: string) => Promise<unknown>;
  /** Language of the page, used for the mail and the new company. */
  readonly language: () => "pt-BR" | "en" | "es";
  /** `companyId` in the address: the company that referred the visitor. */
  readonly referral: string | null;
  /** The account exists, or its e-mail must be confirmed. */
  readonly onSignedUp: (answer: SignedUp) => void;
  readonly onFailure: (error: unknown) => void;
}

type Values = v.InferInput<typeof SignupBody> & {
  name: string;
  adminName: string;
  email: string;
  phone: string;
  planId: number;
};

/** Sign-up of a company: two steps with fields, the review, the payment. */
export class SignupModel {
  readonly #options: SignupOptions;
  readonly #state = signal<"asking" | "open" | "closed" | "error">("asking");
  readonly #step = signal<Step>("data");
  readonly #plans = signal<readonly OfferedPlan[]>([]);
  readonly #made = signal<SignedUp | null>(null);
  readonly #confirms = signal(false);
  readonly #isSending = signal(false);

  readonly state: ReadonlySignal<"asking" | "open" | "closed" | "error"> = this.#state;
  readonly step: ReadonlySignal<Step> = this.#step;
  readonly plans: ReadonlySignal<readonly OfferedPlan[]> = this.#plans;
  /** The new company, once it is created. */
  readonly made: ReadonlySignal<SignedUp | null> = this.#made;
  /** The last step is the confirmation of the e-mail instead of the payment. */
  readonly confirms: ReadonlySignal<boolean> = this.#confirms;
  /** A confirmation link is being requested, or a sign-in is in progress. */
  readonly isSending: ReadonlySignal<boolean> = this.#isSending;
  readonly form: FormModel<Values>;

  constructor(options: SignupOptions) {
    this.#options = options;
    this.form = new FormModel<Values>({
      initial: { name: "", adminName: "", phone: "", email: "", password: "", planId: 0 },
      schema: Form,
      submit: (values) => this.#signUp(values),
      onFailure: () => undefined,
      fieldsOfCode: {
        ERR_EMAIL_IN_USE: { email: "in_use" },
        ERR_NAME_IN_USE: { name: "in_use" },
      },
    });
  }

  /** Loads whether sign-up is public, and the plans it offers. */
  async load(): Promise<void> {
    this.#state.value = "asking";
    try {
      const { api } = this.#options;
      const [{ open, confirmEmail }, plans] = await Promise.all([
        api.get<SignupState>("/signup"),
        api.get<readonly OfferedPlan[]>("/plans/list"),
      ]);
      this.#plans.value = plans;
      this.#confirms.value = confirmEmail;
      const [first] = plans;
      if (first && this.form.value("planId") === 0) this.form.set("planId", first.id);
      this.#state.value = open && first ? "open" : "closed";
    } catch {
      this.#state.value = "error";
    }
  }

  chosenPlan(): OfferedPlan | undefined {
    const id = this.form.value("planId");
    return this.#plans.value.find((plan) => plan.id === id);
  }

  /** Opens the next step when this one is valid; the review creates the account. */
  async next(): Promise<void> {
    const step = this.#step.peek();
    if (step === "review") return this.form.submit();
    if (step === "payment") return;
    if (this.form.check(FIELDS[step])) this.#step.value = step === "data" ? "plan" : "review";
  }

  back(): void {
    const at = STEPS.indexOf(this.#step.peek());
    if (at > 0 && at < 3) this.#step.value = STEPS[at - 1] ?? "data";
  }

  /** Signs the admin in with the typed e-mail and password; to be called after the last step. */
  async enter(): Promise<void> {
    const { email, password } = this.form.values.peek();
    await this.#options.login(email, password);
  }

  /** Mails the confirmation link again. */
  sendAgain(): Promise<boolean> {
    const { email, password } = this.form.values.peek();
    return this.#alone(() => this.#options.api.post("/auth/confirm/again", { email, password }));
  }

  /** Signs in after the link was opened elsewhere; false while the e-mail is unconfirmed. */
  tryEnter(): Promise<boolean> {
    return this.#alone(() => this.enter());
  }

  /** Returns to the first step with all input, to correct the e-mail. */
  correct(): void {
    this.#made.value = null;
    this.#step.value = "data";
  }

  async #alone(work: () => Promise<unknown>): Promise<boolean> {
    if (this.#isSending.peek()) return false;
    this.#isSending.value = true;
    try {
      await work();
      return true;
    } finally {
      this.#isSending.value = false;
    }
  }

  /** Returns to an earlier step. */
  goTo(step: Step): void {
    if (!this.#made.peek() && STEPS.indexOf(step) < STEPS.indexOf(this.#step.peek())) this.#step.value = step;
  }

  async #signUp(values: Values): Promise<void> {
    try {
      const referral = this.#options.referral ?? "";
      const companyId = /^[1-9]\d{0,14}$/.test(referral) ? referral : undefined;
      const answer = await this.#options.api.post<SignedUp>("/companies/cadastro", {
        ...values,
        language: this.#options.language(),
        companyId,
      });
      this.#made.value = answer;
      this.#confirms.value = answer.confirmEmail;
      if (answer.invoice || answer.confirmEmail) this.#step.value = "payment";
      this.#options.onSignedUp(answer);
    } catch (error) {
      this.#step.value = stepOf(error);
      this.#options.onFailure(error);
      throw error;
    }
  }
}

/** The step of the refused field; other errors stay on the current step. */
function stepOf(error: unknown): Step {
  if (!(error instanceof ApiError)) return "review";
  if (error.code === "ERR_EMAIL_IN_USE" || error.code === "ERR_NAME_IN_USE") return "data";
  const refused = Object.keys(error.fields);
  if (refused.includes("planId")) return "plan";
  return refused.length > 0 ? "data" : "review";
}

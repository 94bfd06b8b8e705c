import { type ReadonlySignal, signal } from "@preact/signals-react";
import * as v from "valibot";
import type { OfferedPlan } from "#plans/contract.ts";
import { type SignedUp, SignupBody, type SignupState } from "#signup/contract.ts";
import type { Api } from "#web/lib/api.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { FormModel } from "#web/ui/form-model.ts";

/** The steps in their order (specification 001 section 2). */
export const STEPS = ["data", "plan", "review", "payment"] as const;
export type Step = (typeof STEPS)[number];

/** Fields of a step; what is wrong with one leads back to it. */
const FIELDS = {
  data: ["name", "adminName", "phone", "email", "password"],
  plan: ["planId"],
} as const;

/** On the page the person gives a name of their own. */
const Form = v.object({ ...SignupBody.entries, adminName: SignupBody.entries.adminName.wrapped });

export interface SignupOptions {
  readonly api: Pick<Api, "get" | "post">;
  /** Signs the new admin in; the page goes on by itself then. */
  readonly login: (email: string, password: string) => Promise<unknown>;
  /** `companyId` of the address: who led here. */
  readonly referral: string | null;
  /** The account is there; without anything to pay the page leads on. */
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

/** How a stranger becomes a company: two pages of fields, a look at them all, the payment. */
export class SignupModel {
  readonly #options: SignupOptions;
  readonly #state = signal<"asking" | "open" | "closed" | "error">("asking");
  readonly #step = signal<Step>("data");
  readonly #plans = signal<readonly OfferedPlan[]>([]);
  readonly #made = signal<SignedUp | null>(null);

  readonly state: ReadonlySignal<"asking" | "open" | "closed" | "error"> = this.#state;
  readonly step: ReadonlySignal<Step> = this.#step;
  readonly plans: ReadonlySignal<readonly OfferedPlan[]> = this.#plans;
  /** The new company, once it is there. */
  readonly made: ReadonlySignal<SignedUp | null> = this.#made;
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

  /** Whether strangers may sign up at all, and for which plans. */
  async load(): Promise<void> {
    this.#state.value = "asking";
    try {
      const { api } = this.#options;
      const [{ open }, plans] = await Promise.all([
        api.get<SignupState>("/signup"),
        api.get<readonly OfferedPlan[]>("/plans/list"),
      ]);
      this.#plans.value = plans;
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

  /** On to the next step when this one is right; from the last look the account is made. */
  async next(): Promise<void> {
    const step = this.#step.peek();
    if (step === "review") return this.form.submit();
    if (step === "payment") return;
    for (const field of FIELDS[step]) this.form.leave(field);
    const problems = this.form.problems.peek();
    if (FIELDS[step].some((field) => problems[field])) this.form.refusals.value += 1;
    else this.#step.value = step === "data" ? "plan" : "review";
  }

  back(): void {
    const at = STEPS.indexOf(this.#step.peek());
    if (at > 0 && at < 3) this.#step.value = STEPS[at - 1] ?? "data";
  }

  /** Signs the person in with what they typed; to be called when everything on the page is done. */
  async enter(): Promise<void> {
    const { email, password } = this.form.values.peek();
    await this.#options.login(email, password);
  }

  /** Back to a step that was seen already. */
  goTo(step: Step): void {
    if (!this.#made.peek() && STEPS.indexOf(step) < STEPS.indexOf(this.#step.peek())) this.#step.value = step;
  }

  async #signUp(values: Values): Promise<void> {
    try {
      const referral = this.#options.referral ?? "";
      const companyId = /^[1-9]\d{0,14}$/.test(referral) ? referral : undefined;
      const answer = await this.#options.api.post<SignedUp>("/companies/cadastro", { ...values, companyId });
      this.#made.value = answer;
      if (answer.invoice || answer.confirmEmail) this.#step.value = "payment";
      this.#options.onSignedUp(answer);
    } catch (error) {
      this.#step.value = stepOf(error);
      this.#options.onFailure(error);
      throw error;
    }
  }
}

/** Where the field stands that was refused; a refusal of none stays where it is. */
function stepOf(error: unknown): Step {
  if (!(error instanceof ApiError)) return "review";
  if (error.code === "ERR_EMAIL_IN_USE" || error.code === "ERR_NAME_IN_USE") return "data";
  const refused = Object.keys(error.fields);
  if (refused.includes("planId")) return "plan";
  return refused.length > 0 ? "data" : "review";
}

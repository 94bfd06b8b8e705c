import { type ReadonlySignal, signal } from "@preact/signals-react";
import { LoginBody } from "#auth/contract.ts";
import type { Api } from "#web/lib/api.ts";
import type { LoginResult, Session } from "#web/lib/session.ts";
import { FormModel } from "#web/ui/form-model.ts";

/** Why a company past its due date was not let in: it owes, or its newest invoice is paid and we err. */
export type Refusal =
  | {
      readonly kind: "past";
      readonly dueDate: string;
      /** The oldest invoice that waits for its payment, with the token that opens it; null when there is none. */
      readonly bill: { readonly invoiceId: number; readonly token: string } | null;
    }
  | { readonly kind: "mistake" };

/** From fewer than this many days the end of the subscription is told (specification 000 section 9). */
const WARNING_DAYS = 5;

export interface LoginOptions {
  readonly session: Pick<Session, "login">;
  readonly api: Pick<Api, "get">;
  readonly onFailure: (error: unknown) => void;
  /** Let in, and the subscription ends in so many days. */
  readonly onEndingSoon: (days: number) => void;
}

/** The login form and what came of it. The router leads on by itself once the session is there. */
export class LoginModel {
  readonly #options: LoginOptions;
  readonly #refusal = signal<Refusal | null>(null);
  readonly #needsSetup = signal(false);
  readonly #mayJoin = signal(false);

  readonly refusal: ReadonlySignal<Refusal | null> = this.#refusal;
  /** Nobody can sign in yet: the installation waits for its first user. */
  readonly needsSetup: ReadonlySignal<boolean> = this.#needsSetup;
  /** Strangers may make a company of their own: the page leads there. */
  readonly mayJoin: ReadonlySignal<boolean> = this.#mayJoin;
  readonly form: FormModel<{ email: string; password: string }>;

  constructor(options: LoginOptions) {
    this.#options = options;
    this.form = new FormModel({
      initial: { email: "", password: "" },
      schema: LoginBody,
      submit: ({ email, password }) => this.#login(email, password),
      onFailure: options.onFailure,
    });
  }

  /** Looks whether this is a fresh installation, and whether strangers may join; no answer is as good as no. */
  async ask(): Promise<void> {
    const isOpen = (path: string) =>
      this.#options.api.get<{ open: boolean }>(path).then(
        ({ open }) => open,
        () => false,
      );
    const [setup, signup] = await Promise.all([isOpen("/setup"), isOpen("/signup")]);
    this.#needsSetup.value = setup;
    this.#mayJoin.value = signup && !setup;
  }

  async #login(email: string, password: string): Promise<void> {
    this.#refusal.value = null;
    const result = await this.#options.session.login(email, password);
    if (result.kind === "expired") {
      this.#refusal.value = refusalOf(result);
      return;
    }
    const { daysLeft } = result;
    if (daysLeft !== null && daysLeft >= 0 && daysLeft < WARNING_DAYS) this.#options.onEndingSoon(daysLeft);
  }
}

/** Invoices come newest first (behaviour 22). */
function refusalOf({ dueDate, invoices, token }: Extract<LoginResult, { kind: "expired" }>): Refusal {
  if (invoices[0]?.status === "paid") return { kind: "mistake" };
  const oldest = invoices.findLast(({ status }) => status === "open");
  return { kind: "past", dueDate, bill: oldest ? { invoiceId: oldest.id, token } : null };
}

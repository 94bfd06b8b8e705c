import { type ReadonlySignal, signal } from "@preact/signals-react";
import { LoginBody } from "#accounts/auth/contract.ts";
import type { Api } from "#web/lib/api/api.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import type { LoginResult, Session } from "#web/lib/session/session.ts";
import { FormModel } from "#web/ui/form/form-model.ts";

/**
 * Why a login was refused: the company is expired; it is expired although its newest invoice is paid (an error of the
 * server); or the e-mail is not confirmed.
 */
export type Refusal =
  | {
      readonly kind: "past";
      readonly dueDate: string;
      /** The oldest open invoice with the billing token to pay it; null when there is none. */
      readonly bill: { readonly invoiceId: number; readonly token: string } | null;
    }
  | { readonly kind: "mistake" }
  /** The link of the confirmation mail has not been opened yet. */
  | { readonly kind: "unconfirmed"; readonly email: string };

/** The end of the subscription is shown when fewer days than this remain (docs/rules/forms.md#pages). */
const WARNING_DAYS = 5;

export interface LoginOptions {
  readonly session: Pick<Session, "login">;
  readonly api: Pick<Api, "get" | "post">;
  readonly onFailure: (error: unknown) => void;
  /** Called after a login when few days remain until the due date of the company, with their number. */
  readonly onEndingSoon: (days: number) => void;
  /** E-mail passed by the previous page. */
  readonly email?: string;
  /** Another confirmation link was mailed. */
  readonly onSentAgain: () => void;
}

/** The login form and its result. The router leaves the page as soon as a login session exists. */
export class LoginModel {
  readonly #options: LoginOptions;
  readonly #refusal = signal<Refusal | null>(null);
  readonly #needsSetup = signal(false);
  readonly #mayJoin = signal(false);
  readonly #isSending = signal(false);

  readonly refusal: ReadonlySignal<Refusal | null> = this.#refusal;
  /** Login is impossible: the installation has no user yet. */
  readonly needsSetup: ReadonlySignal<boolean> = this.#needsSetup;
  /** Public sign-up is enabled: the page links to it. */
  readonly mayJoin: ReadonlySignal<boolean> = this.#mayJoin;
  /** A confirmation link is being requested. */
  readonly isSending: ReadonlySignal<boolean> = this.#isSending;
  readonly form: FormModel<{ email: string; password: string }>;

  constructor(options: LoginOptions) {
    this.#options = options;
    this.form = new FormModel({
      initial: { email: options.email ?? "", password: "" },
      schema: LoginBody,
      submit: ({ email, password }) => this.#login(email, password),
      onFailure: options.onFailure,
    });
  }

  /** Loads whether this is a fresh installation and whether sign-up is public; an error counts as no. */
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

  /** Mails the confirmation link again, to the e-mail in the form. */
  async sendAgain(): Promise<void> {
    if (this.#isSending.peek()) return;
    this.#isSending.value = true;
    try {
      await this.#options.api.post("/auth/confirm/again", this.form.values.peek());
      this.#options.onSentAgain();
    } catch (error) {
      this.#options.onFailure(error);
    } finally {
      this.#isSending.value = false;
    }
  }

  async #login(email: string, password: string): Promise<void> {
    this.#refusal.value = null;
    const result = await this.#options.session.login(email, password).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.code === "ERR_EMAIL_NOT_CONFIRMED")) throw error;
      this.#refusal.value = { kind: "unconfirmed", email };
    });
    if (!result) return;
    if (result.kind === "expired") {
      this.#refusal.value = refusalOf(result);
      return;
    }
    const { daysLeft } = result;
    if (daysLeft !== null && daysLeft >= 0 && daysLeft < WARNING_DAYS) this.#options.onEndingSoon(daysLeft);
  }
}

/** The server sorts invoices newest first (docs/rules/users.md#expired-company). */
function refusalOf({ dueDate, invoices: all, token }: Extract<LoginResult, { kind: "expired" }>): Refusal {
  // Paying message costs does not renew the licence.
  const invoices = all.filter(({ kind }) => kind !== "costs");
  if (invoices[0]?.status === "paid") return { kind: "mistake" };
  const oldest = invoices.findLast(({ status }) => status === "open");
  return { kind: "past", dueDate, bill: oldest ? { invoiceId: oldest.id, token } : null };
}

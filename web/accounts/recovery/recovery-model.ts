import { batch, type ReadonlySignal, signal } from "@preact/signals-react";
import { ForgotPasswordBody, type RecoveryState, ResetPasswordBody } from "#accounts/auth/contract.ts";
import type { Api } from "#web/lib/api/api.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { FormModel } from "#web/ui/form/form-model.ts";

/**
 * `noMail`: no mail server, only an admin can reset the password. `sent`: the code was mailed, if there is such a
 * user.
 */
export type RecoveryStep = "asking" | "noMail" | "ask" | "sent" | "reset" | "done" | "error";

/** E-mail and code in the fragment of a mailed link. */
export interface Invitation {
  readonly email: string;
  readonly token: string;
}

/** Reads `#email=…&token=…`; null when the fragment has another form. */
export function invitationOf(hash: string): Invitation | null {
  const values = new URLSearchParams(hash.replace(/^#/, ""));
  const [email, token] = [values.get("email"), values.get("token")];
  return email && token ? { email, token } : null;
}

export interface RecoveryOptions {
  readonly api: Pick<Api, "get" | "post">;
  readonly onFailure: (error: unknown) => void;
  /** Called when the new password is set and every login session has ended. */
  readonly onDone: () => void;
}

/** The steps of the password recovery, from the request of a code to the new password. */
export class RecoveryModel {
  readonly #options: RecoveryOptions;
  readonly #step = signal<RecoveryStep>("asking");
  readonly #wrongCode = signal(false);
  readonly #invited = signal(false);

  readonly step: ReadonlySignal<RecoveryStep> = this.#step;
  /** The server refused the code. */
  readonly wrongCode: ReadonlySignal<boolean> = this.#wrongCode;
  /** E-mail and code came from a link and need not be typed. */
  readonly invited: ReadonlySignal<boolean> = this.#invited;
  readonly ask: FormModel<{ email: string }>;
  readonly reset: FormModel<{ email: string; token: string; password: string }>;

  constructor(options: RecoveryOptions) {
    this.#options = options;
    const { onFailure } = options;
    this.ask = new FormModel({
      initial: { email: "" },
      schema: ForgotPasswordBody,
      onFailure,
      submit: async (values) => {
        await options.api.post("/forgetpassword", values);
        this.#step.value = "sent";
      },
    });
    this.reset = new FormModel({
      initial: { email: "", token: "", password: "" },
      schema: ResetPasswordBody,
      onFailure: (error) => this.#refused(error),
      submit: async (values) => {
        this.#wrongCode.value = false;
        await options.api.post("/resetpasswords", values);
        this.#step.value = "done";
        options.onDone();
      },
    });
  }

  /** Starts with a mailed link: only the new password must be typed. */
  invite(invitation: Invitation): void {
    batch(() => {
      this.#wrongCode.value = false;
      this.#invited.value = true;
      this.reset.reset({ ...invitation, password: "" });
      this.#step.value = "reset";
    });
  }

  /** Loads whether the server can send mails. */
  async start(): Promise<void> {
    this.#step.value = "asking";
    try {
      const { mail } = await this.#options.api.get<RecoveryState>("/forgetpassword");
      this.#step.value = mail ? "ask" : "noMail";
    } catch {
      this.#step.value = "error";
    }
  }

  /** Returns to the first step, for another e-mail or another code. */
  async askAgain(): Promise<void> {
    this.#wrongCode.value = false;
    this.ask.reset({ email: this.reset.values.peek().email || this.ask.values.peek().email });
    await this.start();
  }

  /** Opens the form in which a user who already has a code types it. */
  enterCode(): void {
    batch(() => {
      this.#wrongCode.value = false;
      this.#invited.value = false;
      this.reset.reset({ email: this.ask.values.peek().email, token: "", password: "" });
      this.#step.value = "reset";
    });
  }

  #refused(error: unknown): void {
    if (error instanceof ApiError && error.code === "ERR_RESET_TOKEN") this.#wrongCode.value = true;
    else this.#options.onFailure(error);
  }
}

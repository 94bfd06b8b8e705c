import { type ReadonlySignal, signal } from "@preact/signals-react";
import { ConfirmBody } from "#auth/contract.ts";
import type { Api } from "#web/lib/api.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { FormModel } from "#web/ui/form-model.ts";

/** The code a link out of a mail carries behind `#`; "" when it is no such link. */
export const codeOfLink = (hash: string): string =>
  new URLSearchParams(hash.replace(/^#/, "")).get("token") ?? "";

export interface ConfirmOptions {
  readonly api: Pick<Api, "post">;
  readonly onDone: () => void;
  readonly onFailure: (error: unknown) => void;
}

/** Confirms the e-mail of a sign-up by the code of the mail. */
export class ConfirmModel {
  readonly #options: ConfirmOptions;
  readonly #isInvited = signal(false);
  readonly #isWrong = signal(false);

  /** The code came by a link and need not be typed. */
  readonly isInvited: ReadonlySignal<boolean> = this.#isInvited;
  /** The server did not take the code. */
  readonly isWrong: ReadonlySignal<boolean> = this.#isWrong;
  readonly form: FormModel<{ token: string }>;

  constructor(options: ConfirmOptions) {
    this.#options = options;
    this.form = new FormModel({
      initial: { token: "" },
      schema: ConfirmBody,
      onFailure: (error) => this.#refused(error),
      submit: async (values) => {
        this.#isWrong.value = false;
        await options.api.post("/auth/confirm", values);
        options.onDone();
      },
    });
  }

  /** Takes the code of a link; false when there is none. Opening it confirms nothing yet: machines open links, too. */
  invite(hash: string): boolean {
    const token = codeOfLink(hash);
    if (token === "") return false;
    this.#isWrong.value = false;
    this.#isInvited.value = true;
    this.form.reset({ token });
    return true;
  }

  #refused(error: unknown): void {
    if (error instanceof ApiError && error.code === "ERR_CONFIRMATION_CODE") {
      this.#isInvited.value = false;
      this.#isWrong.value = true;
    } else this.#options.onFailure(error);
  }
}

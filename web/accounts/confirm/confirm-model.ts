import { type ReadonlySignal, signal } from "@preact/signals-react";
import { type ConfirmAnswer, ConfirmBody } from "#accounts/auth/contract.ts";
import type { Api } from "#web/lib/api/api.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { FormModel } from "#web/ui/form/form-model.ts";

/** The code in the URL fragment of a mailed link; "" when the fragment has none. */
const codeOfLink = (hash: string): string => new URLSearchParams(hash.replace(/^#/, "")).get("token") ?? "";

/** Why an e-mail could not be confirmed: an invalid link, or a change (of plan or e-mail) since the sign-up. */
export type ConfirmProblem = "used" | "replaced" | "expired" | "unknown" | "email" | "plan" | "closed";

export interface ConfirmOptions {
  readonly api: Pick<Api, "post">;
  readonly onDone: (answer: ConfirmAnswer) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Confirms the e-mail of a sign-up with the code from the mail. */
export class ConfirmModel {
  readonly #options: ConfirmOptions;
  readonly #isInvited = signal(false);
  readonly #problem = signal<ConfirmProblem | null>(null);

  /** True when the code came from a link: it need not be typed. */
  readonly isInvited: ReadonlySignal<boolean> = this.#isInvited;
  /** Why the last code was refused. */
  readonly problem: ReadonlySignal<ConfirmProblem | null> = this.#problem;
  readonly form: FormModel<{ token: string }>;

  constructor(options: ConfirmOptions) {
    this.#options = options;
    this.form = new FormModel({
      initial: { token: "" },
      schema: ConfirmBody,
      onFailure: (error) => this.#refused(error),
      submit: async (values) => {
        this.#problem.value = null;
        options.onDone(await options.api.post<ConfirmAnswer>("/auth/confirm", values));
      },
    });
  }

  /**
   * Reads the code of a link; false when it has none. Opening a link confirms nothing, because mail scanners open
   * links, too.
   */
  invite(hash: string): boolean {
    const token = codeOfLink(hash);
    if (token === "") return false;
    this.#problem.value = null;
    this.#isInvited.value = true;
    this.form.reset({ token });
    return true;
  }

  #refused(error: unknown): void {
    const problem = problemOf(error);
    if (problem === null) {
      this.#options.onFailure(error);
      return;
    }
    this.#isInvited.value = false;
    this.#problem.value = problem;
  }
}

const LINK_PROBLEMS = ["used", "replaced", "expired"] as const;
const PROBLEMS: Readonly<Record<string, ConfirmProblem>> = {
  ERR_EMAIL_IN_USE: "email",
  ERR_SIGNUP_PLAN: "plan",
  ERR_PLAN_LIMIT: "plan",
  ERR_SIGNUP_DISABLED: "closed",
};

function problemOf(error: unknown): ConfirmProblem | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code !== "ERR_CONFIRMATION_CODE") return PROBLEMS[error.code] ?? null;
  return LINK_PROBLEMS.find((reason) => reason === error.details?.["reason"]) ?? "unknown";
}

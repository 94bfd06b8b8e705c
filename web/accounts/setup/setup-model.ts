import { type ReadonlySignal, signal } from "@preact/signals-react";
import { SetupBody } from "#accounts/auth/contract.ts";
import type { Api } from "#web/lib/api/api.ts";
import type { Session } from "#web/lib/session/session.ts";
import { FormModel } from "#web/ui/form/form-model.ts";

export interface SetupOptions {
  readonly api: Pick<Api, "get" | "post">;
  readonly session: Pick<Session, "login">;
  /** The one-time code in the address. */
  readonly code: string;
  readonly onFailure: (error: unknown) => void;
  readonly onDone: () => void;
}

/** Set-up of a fresh installation: creates the super user and the company with the code of the one-time link. */
export class SetupModel {
  readonly #options: SetupOptions;
  readonly #state = signal<"asking" | "open" | "closed" | "error">("asking");

  readonly state: ReadonlySignal<"asking" | "open" | "closed" | "error"> = this.#state;
  readonly form: FormModel<{
    code: string;
    name: string;
    email: string;
    password: string;
    companyName: string;
  }>;

  constructor(options: SetupOptions) {
    this.#options = options;
    this.form = new FormModel({
      initial: { code: options.code, name: "", email: "", password: "", companyName: "" },
      schema: SetupBody,
      submit: async (values) => {
        await options.api.post("/setup", values);
        await options.session.login(values.email, values.password);
        options.onDone();
      },
      onFailure: options.onFailure,
    });
  }

  /** Loads whether the set-up is still possible. */
  async ask(): Promise<void> {
    this.#state.value = "asking";
    try {
      const { open } = await this.#options.api.get<{ open: boolean }>("/setup");
      this.#state.value = open ? "open" : "closed";
    } catch {
      this.#state.value = "error";
    }
  }
}

/** The code in `/setup#code`; browsers do not send the part after # to a server, so it is in no log. */
export function codeOf(fragment: string): string {
  const raw = fragment.replace(/^#/, "");
  try {
    return decodeURIComponent(raw)
      .replace(/^code=/, "")
      .trim();
  } catch {
    return raw;
  }
}

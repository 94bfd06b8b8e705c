import { signal } from "@preact/signals-react";
import * as v from "valibot";
import type { SentThroughApi } from "#automation/public-api/contract.ts";
import { countryOfZone, internationalNumber } from "#people/contacts/phone-number/contract.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { session } from "#web/lib/session/session.ts";
import { FormModel } from "#web/ui/form/form-model.ts";
import type { sendAsProgram } from "./messages-api-api.ts";

export type TestKind = "text" | "media";
export interface TestValues {
  readonly token: string;
  readonly number: string;
  readonly body: string;
  readonly medias: readonly File[];
  readonly [name: string]: unknown;
}
/** Result of a test: the answer of the API, or its error with the HTTP status. */
export type Outcome =
  | { readonly kind: "sent"; readonly answer: SentThroughApi }
  | { readonly kind: "refused"; readonly error: unknown };

const trimmed = v.pipe(v.string(), v.trim());
const common = {
  token: v.pipe(trimmed, v.nonEmpty("required")),
  number: v.pipe(trimmed, v.nonEmpty("required")),
};
const SCHEMAS = {
  text: v.object({ ...common, body: v.pipe(trimmed, v.nonEmpty("required")) }),
  media: v.object({ ...common, body: v.string(), medias: v.pipe(v.array(v.any()), v.nonEmpty("required")) }),
} as const;

export interface TestFormOptions {
  readonly send: typeof sendAsProgram;
  /** The API accepted a message. */
  readonly onSent: () => void;
  readonly delayMs?: number;
}

/** The test form of one kind of message; `outcome` holds the answer to the last request. */
export function createTestForm(kind: TestKind, { send, onSent, delayMs }: TestFormOptions) {
  const outcome = signal<Outcome | null>(null);
  const form: FormModel<TestValues> = new FormModel<TestValues>({
    initial: { token: "", number: "", body: "", medias: [] },
    schema: SCHEMAS[kind],
    ...(delayMs === undefined ? {} : { delayMs }),
    async submit({ token, number: typed, body, medias }) {
      const number = numberOf(typed);
      outcome.value = null;
      const answer = await send(
        token.trim(),
        kind === "text" ? { number, body } : formOf(number, body, medias),
      );
      outcome.value = { kind: "sent", answer };
      onSent();
    },
    onFailure(error) {
      outcome.value = { kind: "refused", error };
    },
  });
  return { form, outcome };
}
export type TestForm = ReturnType<typeof createTestForm>;

/** The send API requires international numbers, but users type national ones. Group ids are returned unchanged. */
function numberOf(typed: string): string {
  const country = countryOfZone(session.setting("timeZone") ?? "");
  return typed.includes("@") ? typed.trim() : internationalNumber(typed, country);
}

function formOf(number: string, body: string, medias: readonly File[]): FormData {
  const form = new FormData();
  form.set("number", number);
  form.set("body", body);
  for (const file of medias) form.append("medias", file);
  return form;
}

/** HTTP status of an error; 0 without a response. */
export const statusOf = (error: unknown): number => (error instanceof ApiError ? error.status : 0);

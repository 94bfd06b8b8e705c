import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals-react";
import * as v from "valibot";
import type { FieldProblem } from "#platform/http/contract.ts";
import { ApiError } from "#web/lib/api/api-error.ts";

/** Delay between the press and the request of a form, ms (docs/rules/forms.md#pages). */
export const SUBMIT_DELAY_MS = 400;
/** Delay between the press and the request of an admin form, ms. */
export const ADMIN_SUBMIT_DELAY_MS = 500;

export type FormValues = Readonly<Record<string, unknown>>;
export interface FormOptions<Values extends FormValues> {
  readonly initial: Values;
  /** Schema of the contract: the server's checks, applied before the request. */
  readonly schema: v.GenericSchema<unknown, unknown>;
  /** Called with the typed values when they match the schema. Its errors go to `onFailure`. */
  readonly submit: (values: Values) => Promise<void>;
  /** Called with an error that belongs to no field. */
  readonly onFailure: (error: unknown) => void;
  /** Codes of the server that belong to a field: `{ ERR_EMAIL_IN_USE: { email: "in_use" } }`. */
  readonly fieldsOfCode?: Readonly<Record<string, Readonly<Record<string, Problem>>>>;
  /** Default 400; admin forms use 500. */
  readonly delayMs?: number;
}
/** Why a field is rejected: a problem of the contract, an invalid e-mail address, or a value that is already in use. */
export type Problem = FieldProblem | "invalid_email" | "in_use" | "unknown_variable" | `ERR_${string}`;

/**
 * State of a form: values, visited fields, problems by the contract's schema, one request at a time. Errors appear on
 * blur and on submit (docs/rules/forms.md#errors); those of the server (`details.fields`) are added.
 */
export class FormModel<Values extends FormValues> {
  readonly #options: FormOptions<Values>;
  readonly #fields = new Map<string, Signal<unknown>>();
  /** Names of the fields that were changed. */
  readonly #changed = new Set<string>();
  readonly #touched = signal<ReadonlySet<string>>(new Set());
  readonly #refused = signal<Readonly<Record<string, Problem>>>({});
  readonly #sending = signal(false);
  readonly #initial: Signal<Values>;

  readonly values: ReadonlySignal<Values>;
  /** All problems, shown or not. */
  readonly problems: ReadonlySignal<Readonly<Record<string, Problem>>>;
  readonly dirty: ReadonlySignal<boolean>;
  readonly sending: ReadonlySignal<boolean> = this.#sending;
  /** Counts failed submits: each time it grows, the page focuses the first error. */
  readonly refusals = signal(0);

  constructor(options: FormOptions<Values>) {
    this.#options = options;
    this.#initial = signal(options.initial);
    for (const [name, value] of Object.entries(options.initial)) this.#fields.set(name, signal(value));
    this.values = computed(
      () => Object.fromEntries([...this.#fields].map(([name, field]) => [name, field.value])) as Values,
    );
    this.problems = computed(() => ({
      ...problemsOf(options.schema, this.values.value),
      ...this.#refused.value,
    }));
    this.dirty = computed(() => JSON.stringify(this.values.value) !== JSON.stringify(this.#initial.value));
  }

  value<Name extends keyof Values & string>(name: Name): Values[Name] {
    return this.#field(name).value as Values[Name];
  }

  set<Name extends keyof Values & string>(name: Name, value: Values[Name]): void {
    this.#changed.add(name);
    batch(() => {
      this.#field(name).value = value;
      if (name in this.#refused.peek()) {
        const { [name]: _, ...rest } = this.#refused.peek();
        this.#refused.value = rest;
      }
    });
  }

  /**
   * Called when the field loses focus: its problem is shown from now on. An empty field that was only passed is reported by
   * the submit alone (docs/rules/forms.md#errors).
   */
  leave(name: keyof Values & string): void {
    if (this.problems.peek()[name] === "required" && !this.#changed.has(name)) return;
    if (!this.#touched.peek().has(name)) this.#touched.value = new Set(this.#touched.peek()).add(name);
  }

  /** The problem to show at a field; null without one, or before the field has lost focus once. */
  problem(name: keyof Values & string): Problem | null {
    const problem = this.problems.value[name];
    return problem && this.#touched.value.has(name) ? problem : null;
  }

  /** Replaces the values and discards the input. */
  reset(values: Values): void {
    this.#changed.clear();
    batch(() => {
      this.#initial.value = values;
      for (const [name, value] of Object.entries(values)) this.#field(name).value = value;
      this.#touched.value = new Set();
      this.#refused.value = {};
    });
  }

  /** Shows the problems of these fields, or of all, as a submit does; false if there are any. For a step of a form. */
  check(names?: readonly (keyof Values & string)[]): boolean {
    this.#touched.value = new Set([...this.#touched.peek(), ...(names ?? this.#fields.keys())]);
    const wrong = Object.keys(this.problems.peek()).filter((name) => !names || names.includes(name));
    if (wrong.length > 0) this.refusals.value += 1;
    return wrong.length === 0;
  }

  /** Checks the values, waits for the delay, sends. A second submit meanwhile is ignored. */
  async submit(): Promise<void> {
    if (this.#sending.peek()) return;
    if (!this.check()) return;
    this.#sending.value = true;
    try {
      await wait(this.#options.delayMs ?? SUBMIT_DELAY_MS);
      const sent = this.values.peek();
      await this.#options.submit(sent);
      this.#initial.value = sent;
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#sending.value = false;
    }
  }

  #fail(error: unknown): void {
    const fields: Readonly<Record<string, Problem>> =
      error instanceof ApiError ? (this.#options.fieldsOfCode?.[error.code] ?? error.fields) : {};
    const known = Object.entries(fields).filter(([name]) => this.#fields.has(name));
    if (known.length === 0) {
      this.#options.onFailure(error);
      return;
    }
    this.#refused.value = Object.fromEntries(known);
    this.refusals.value += 1;
  }

  #field(name: string): Signal<unknown> {
    const field = this.#fields.get(name);
    if (!field) throw new Error(`The form has no field ${name}`);
    return field;
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Problems of the values by the schema, keyed by the name of the outermost field. */
export function problemsOf(
  schema: v.GenericSchema<unknown, unknown>,
  values: unknown,
): Readonly<Record<string, Problem>> {
  const result = v.safeParse(schema, values);
  if (result.success) return {};
  const problems: Record<string, Problem> = {};
  for (const issue of result.issues) {
    const name = issue.path?.[0]?.key;
    if (typeof name === "string") problems[name] ??= problemOf(issue);
  }
  return problems;
}

const PROBLEMS: readonly string[] = [
  "required",
  "too_short",
  "too_long",
  "invalid",
  "invalid_email",
  "in_use",
  "unknown_variable",
];

/** The message of a custom rule over several fields is its problem code. */
function problemOf(issue: v.BaseIssue<unknown>): Problem {
  if (PROBLEMS.includes(issue.message)) return issue.message as Problem;
  const empty = issue.input === "" || issue.input === null || issue.input === undefined;
  if (empty) return "required";
  if (issue.type === "min_length") return "too_short";
  if (issue.type === "max_length") return "too_long";
  return issue.type === "email" ? "invalid_email" : "invalid";
}

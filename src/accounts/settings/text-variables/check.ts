import { setting } from "#accounts/settings/read.ts";
import type { Db } from "#platform/db/database.ts";
import { AppError } from "#platform/errors.ts";
import { definePort } from "#platform/ports.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { type Braces, type KnownNames, type TextVariables, VARIABLES, variableProblems } from "./contract.ts";

/** Names of the additional fields of the company's contacts; implemented by the contacts feature. */
export const ContactFieldNamesPort = definePort<(db: Db) => readonly string[]>("contact field names");

const extrasOf = ({ db, installation }: Tenant): string[] =>
  (installation.ports.find(ContactFieldNamesPort)?.(db) ?? []).map((name) => name.toLowerCase());
const keysOf = (tenant: Tenant): string[] => setting(tenant, "variables").map(({ key }) => key.toLowerCase());

/** `GET /text-variables`: names that texts of the company may use in addition to the product's variables. */
export const textVariables = (tenant: Tenant): TextVariables => ({
  extras: [...new Set(extrasOf(tenant))],
  keys: keysOf(tenant),
});

export interface CheckOptions {
  readonly braces?: Braces;
  /** False where no contact is known when the text is rendered. */
  readonly extras?: boolean;
  /** Additional spellings allowed in this text, in lower case. */
  readonly also?: readonly string[];
}

/**
 * Refuses texts with variables that would reach the customer as typed. Called by each action that saves a text which the
 * product renders; absent and empty fields pass. Throws 400 ERR_UNKNOWN_VARIABLE naming the field and the variable.
 * Rule: docs/rules/variables.md#refused.
 */
export function checkVariables(
  tenant: Tenant,
  texts: Readonly<Record<string, string | null | undefined>>,
  { braces = "double", extras = true, also = [] }: CheckOptions = {},
): void {
  let known: KnownNames | undefined;
  for (const [field, text] of Object.entries(texts)) {
    if (!text?.includes("{") && !text?.includes("}")) continue;
    known ??= {
      extras: new Set([...(extras ? extrasOf(tenant) : []), ...also]),
      keys: new Set(braces === "campaign" ? keysOf(tenant) : []),
    };
    const [problem] = variableProblems(text, known, braces);
    if (problem)
      throw new AppError(400, "ERR_UNKNOWN_VARIABLE", {
        fields: { [field]: "unknown_variable" },
        field,
        ...problem,
        known: [...VARIABLES, ...known.extras, ...(known.keys ?? [])],
      });
  }
}

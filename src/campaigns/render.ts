import { firstNameOf } from "#contacts/contract.ts";
import type { Values } from "#messages/index.ts";

/** Whom a text is for. */
export interface Recipient {
  readonly name: string;
  readonly number: string;
  readonly email: string;
}
/** Custom variables of the company. */
export type CompanyVariables = readonly { readonly key: string; readonly value: string }[];

const VARIABLE = /\{\{\s*([^{}]{1,60}?)\s*\}\}|\{\s*([A-Za-z0-9_]{1,30})\s*\}/g;

/**
 * Fills in `{nome}`, `{primeiro_nome}`, `{email}`, `{numero}`, the company's own `{key}`, and the names of behaviour
 * 7.4 in double braces, in whatever case: one pass, values are never looked through again, what nobody knows stays
 * as typed, and what has no value is left out (behaviour 16.4).
 */
export function renderCampaign(
  text: string,
  recipient: Recipient,
  variables: CompanyVariables,
  double: Values,
): string {
  const name = recipient.name.trim();
  const single = new Map<string, string>(variables.map(({ key, value }) => [key.toLowerCase(), value]));
  for (const [key, value] of [
    ["nome", name],
    ["primeiro_nome", firstNameOf(name)],
    ["email", recipient.email],
    ["numero", recipient.number],
  ] as const)
    single.set(key, value);
  return text.replace(VARIABLE, (typed, inDouble: string | undefined, inSingle: string | undefined) => {
    if (inDouble !== undefined) return double(inDouble.toLowerCase()) ?? typed;
    return single.get((inSingle ?? "").toLowerCase()) ?? typed;
  });
}

import {
  fillVariables,
  firstNameOf,
  type Values,
  type Variable,
  variableOf,
} from "#accounts/settings/index.ts";

/** The recipient whose data fills a text. */
export interface Recipient {
  readonly name: string;
  readonly number: string;
  readonly email: string;
}
/** Custom variables of the company. */
export type CompanyVariables = readonly { readonly key: string; readonly value: string }[];

/**
 * Fills in `{nome}`, `{primeiro_nome}`, `{email}`, `{numero}`, the company's own `{key}` and every variable of other
 * texts, in single or double braces. Rule: docs/rules/variables.md#campaigns.
 */
export function renderCampaign(
  text: string,
  recipient: Recipient,
  variables: CompanyVariables,
  others: Values,
): string {
  const name = recipient.name.trim();
  const own = new Map<string, string>(variables.map(({ key, value }) => [key.toLowerCase(), value]));
  const ofRecipient: Partial<Record<Variable, string>> = {
    name,
    firstName: firstNameOf(name),
    email: recipient.email,
    number: recipient.number,
  };
  const value = (key: string): string | undefined => {
    const variable = variableOf(key);
    return (variable && ofRecipient[variable]) ?? own.get(key) ?? others(key);
  };
  return fillVariables(text, value, "campaign");
}

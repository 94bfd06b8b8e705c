import { foldCase } from "#web/lib/format/fold-case.ts";

interface Author {
  readonly name: string;
  readonly signMessages: boolean;
  readonly company: { readonly name: string };
}

/** Whether the server signs what this person writes: a person named like the company does not sign (`messages/send/sign.ts`). */
export const isSigned = ({ name, signMessages, company }: Author): boolean =>
  signMessages && foldCase(name).trim() !== foldCase(company.name).trim();

/** The text without the signature in front, as the author typed it. */
export function unsigned(body: string, userName: string): string {
  const prefix = signature(userName);
  return body.startsWith(prefix) ? body.slice(prefix.length) : body;
}

/** What the server puts in front of signed texts (docs/rules/messages.md#post). */
export function signature(userName: string): string {
  return `*${userName}:*\n`;
}

/** The text without the signature of any author. */
export const unsignedByAnyone = (body: string): string => body.replace(/^\*[^*\n]{1,60}:\*\n/, "");

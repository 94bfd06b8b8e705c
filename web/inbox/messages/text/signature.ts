import { foldCase } from "#web/lib/format/fold-case.ts";

interface Author {
  readonly name: string;
  readonly signMessages: boolean;
  readonly company: { readonly name: string };
}

/** Whether the server signs this user's messages: a user with the company's name does not sign (`messages/send/sign.ts`). */
export const isSigned = ({ name, signMessages, company }: Author): boolean =>
  signMessages && foldCase(name).trim() !== foldCase(company.name).trim();

/** The text as its author typed it, without the signature at its beginning. */
export function unsigned(body: string, userName: string): string {
  const prefix = signature(userName);
  return body.startsWith(prefix) ? body.slice(prefix.length) : body;
}

/** The signature that the server puts before a text (docs/rules/messages.md#post). */
export function signature(userName: string): string {
  return `*${userName}:*\n`;
}

/** The text without the signature of any author. */
export const unsignedByAnyone = (body: string): string => body.replace(/^\*[^*\n]{1,60}:\*\n/, "");

import { fold } from "#platform/text.ts";
import type { UserActor } from "#tenants/tenant.ts";

type Author = Pick<UserActor, "name" | "signMessages">;

/**
 * Prefixes a text typed on the page with `*{user name}:*` (docs/rules/messages.md#post): once, and never an empty text.
 * A user named like the company does not sign: the customer already reads that name at the top of the chat.
 */
export function signed(actor: Author, companyName: string, body: string): string {
  const prefix = `*${actor.name}:*\n`;
  if (!actor.signMessages || body === "" || body.startsWith(prefix)) return body;
  return sameName(actor.name, companyName) ? body : prefix + body;
}

/** A text of ours without the signature of its author. Pure. */
export const unsigned = (body: string): string => body.replace(/^\*[^*\n]{1,60}:\*\n/, "");

/** The texts of one author as one text, separated by empty lines, signed once. Pure. */
export function joinSigned(texts: readonly string[]): string {
  const signature = /^\*[^\n]+:\*\n/.exec(texts[0] ?? "")?.[0] ?? "";
  return texts
    .map((text, index) => (index > 0 && text.startsWith(signature) ? text.slice(signature.length) : text))
    .join("\n\n");
}

const sameName = (a: string, b: string): boolean => fold(a).trim() === fold(b).trim();

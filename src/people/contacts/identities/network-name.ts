import type { Identity } from "./identity.ts";

/** Maximum length of a typed name (docs/rules/forms.md#lengths); longer profile names are cut. */
const MAX_NAME = 50;

/**
 * A profile name in displayable form: one line, no control characters, at most 50 characters; null when
 * empty.
 */
export function cleanName(name: string | null): string | null {
  const clean = (name ?? "").replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, " ").trim();
  return clean === "" ? null : [...clean].slice(0, MAX_NAME).join("").trim();
}

/**
 * Placeholder for an unknown name: the phone, else `Contato` and the end of the identity
 * (docs/rules/contacts.md#identities).
 */
export function placeholderName(identities: readonly Identity[]): string {
  const phone = identities.find(({ kind }) => kind === "pn");
  return phone?.value ?? `Contato ${identities[0]?.value.slice(-4) ?? ""}`.trim();
}

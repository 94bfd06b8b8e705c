import { matchAll } from "#platform/db/full-text.ts";

/** Digits people type to find a number, whatever they put between them; null when it is not a number. */
export function typedDigits(text: string): string | null {
  const digits = text.replace(/[\s().+-]/g, "");
  return /^\d{3,20}$/.test(digits) ? digits : null;
}

/** A condition on `c.id` and what to bind to it. */
export interface ContactCondition {
  readonly sql: string;
  readonly bindings: readonly string[];
}

/** Candidates of one search: enough for every list, few enough to sort. */
const MAX_MATCHES = 10_000;
const BY_TEXT = `c.id IN (SELECT rowid FROM contact_search WHERE contact_search MATCH ? LIMIT ${MAX_MATCHES})`;
const BY_NUMBER = `c.id IN (SELECT id FROM contact INDEXED BY contact_number WHERE number IS NOT NULL AND number LIKE ?
  UNION SELECT rowid FROM contact_search WHERE contact_search MATCH ?)`;

/**
 * Contacts (alias `c`) whose name, number or e-mail has the typed words, without case and accents; digits are
 * found anywhere in a number. Null = everybody.
 */
export function contactsMatching(searchParam: string): ContactCondition | null {
  const text = searchParam.trim();
  if (text === "") return null;
  const match = matchAll(text, "every");
  if (match === null) return { sql: "0", bindings: [] };
  const digits = typedDigits(text);
  if (digits) return { sql: BY_NUMBER, bindings: [`%${digits}%`, match] };
  return { sql: BY_TEXT, bindings: [match] };
}

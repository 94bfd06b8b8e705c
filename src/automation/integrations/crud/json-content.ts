import { MASK } from "#accounts/settings/index.ts";

/** Keys of a service account that are shown to nobody. */
const SECRET_KEYS = ["private_key", "private_key_id"];

type Json = Readonly<Record<string, unknown>>;

/** The object a text says, or undefined. */
export function readObject(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}

/** As it may be shown: keys read `********`. */
export function maskedJson(text: string): string {
  const content = readObject(text);
  if (!content) return "";
  return JSON.stringify(
    mapped(content, () => MASK),
    null,
    2,
  );
}

/** What was typed, with the keys that came back masked as they were before. */
export function unmaskedJson(typed: string, before: string): string {
  const content = readObject(typed);
  if (!content) return typed;
  const known = readObject(before) ?? {};
  return JSON.stringify(mapped(content, (value, key) => (value === MASK ? (known[key] ?? "") : value)));
}

/** The keys of a content that are secrets, with their values, as one text to compare. */
export function secretsIn(text: string): string {
  const content = readObject(text) ?? {};
  return JSON.stringify(SECRET_KEYS.map((key) => content[key] ?? ""));
}

const mapped = (content: Json, change: (value: unknown, key: string) => unknown): Json =>
  Object.fromEntries(
    Object.entries(content).map(([key, value]) => [
      key,
      SECRET_KEYS.includes(key) && value !== "" ? change(value, key) : value,
    ]),
  );

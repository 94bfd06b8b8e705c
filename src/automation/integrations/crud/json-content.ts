import { MASK } from "#accounts/settings/index.ts";

/** Secret keys of a service account; always masked. */
const SECRET_KEYS = ["private_key", "private_key_id"];

type Json = Readonly<Record<string, unknown>>;

/** Parses a JSON object; undefined when the text is not one. */
export function readObject(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}

/** The content with its secrets masked (`********`). */
export function maskedJson(text: string): string {
  const content = readObject(text);
  if (!content) return "";
  return JSON.stringify(
    mapped(content, () => MASK),
    null,
    2,
  );
}

/** The typed content; masked secrets keep their stored value. */
export function unmaskedJson(typed: string, before: string): string {
  const content = readObject(typed);
  if (!content) return typed;
  const known = readObject(before) ?? {};
  return JSON.stringify(mapped(content, (value, key) => (value === MASK ? (known[key] ?? "") : value)));
}

/** The secrets of a content as one text, for comparison. */
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

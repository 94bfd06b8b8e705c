import type { Pieces } from "./pieces.ts";
import type { Value } from "./values.ts";

/** How quotes in texts are escaped: PostgreSQL doubles them, MySQL writes a backslash before them. */
export type Dialect = "postgres" | "mysql";

/** A value and the index after it. */
interface Literal {
  readonly value: Value;
  readonly end: number;
}

/** Escape sequences of MySQL. */
export const MYSQL_ESCAPES: Readonly<Record<string, string>> = {
  "0": "\0",
  b: "\b",
  n: "\n",
  r: "\r",
  t: "\t",
  Z: "\x1a",
};
const C: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/** Reads the literal at `from`; undefined when the text ends before it does. */
function readLiteral(text: string, from: number, dialect: Dialect): Literal | undefined {
  const prefix = /(?:E|N|B|_binary\s+|_utf8mb4\s+|_utf8\s+|_latin1\s+)?(?=')/iy;
  prefix.lastIndex = from;
  const found = prefix.exec(text);
  const quoted = found
    ? readQuoted(text, from + found[0].length, dialect === "mysql" || /^E$/i.test(found[0]) ? dialect : null)
    : readBare(text, from);
  return quoted && dialect === "postgres" ? withoutCast(text, quoted) : quoted;
}

/** `escapes`: the dialect of backslash escapes; null = a backslash is an ordinary character. */
function readQuoted(text: string, open: number, escapes: Dialect | null): Literal | undefined {
  let value = "";
  let from = open + 1;
  for (let at = from; ; ) {
    const quote = text.indexOf("'", at);
    const slash = escapes === null ? -1 : text.indexOf("\\", at);
    if (slash >= 0 && (quote < 0 || slash < quote)) {
      if (slash + 1 >= text.length) return undefined;
      const next = text.charAt(slash + 1);
      value += text.slice(from, slash) + ((escapes === "mysql" ? MYSQL_ESCAPES : C)[next] ?? next);
      at = slash + 2;
      from = at;
      continue;
    }
    // Whether the quote ends the text depends on the next character.
    if (quote < 0 || quote + 1 >= text.length) return undefined;
    value += text.slice(from, quote);
    if (text.charAt(quote + 1) !== "'") return { value, end: quote + 1 };
    value += "'";
    at = quote + 2;
    from = at;
  }
}

function readBare(text: string, from: number): Literal | undefined {
  const bare = /[^\s,();:']+/y;
  bare.lastIndex = from;
  const found = bare.exec(text)?.[0] ?? "";
  const end = from + found.length;
  if (end >= text.length) return undefined;
  // pg_dump writes DEFAULT for columns that are computed.
  if (/^(?:null|default)$/i.test(found)) return { value: null, end };
  // A blob of MySQL; in the imported tables only flags and texts are blobs.
  if (/^0x([0-9a-f]{2})+$/i.test(found))
    return { value: Buffer.from(found.slice(2), "hex").toString("utf8"), end };
  return { value: found, end };
}

/** Skips a cast such as `'…'::jsonb`. */
function withoutCast(text: string, { value, end }: Literal): Literal | undefined {
  if (text.charAt(end) !== ":") return { value, end };
  const cast = /[^,()]*(?:\([^)]*\)[^,()]*)?/y;
  cast.lastIndex = end;
  const length = cast.exec(text)?.[0].length ?? 0;
  return end + length >= text.length ? undefined : { value, end: end + length };
}

const BLANK = /\s*/y;
const skipBlank = (text: string, from: number): number => {
  BLANK.lastIndex = from;
  return from + (BLANK.exec(text)?.[0].length ?? 0);
};

/** A row `(…)` of an INSERT and the index after it; undefined when the text is incomplete. */
export function readTuple(
  text: string,
  open: number,
  dialect: Dialect,
): { readonly values: readonly Value[]; readonly end: number } | undefined {
  const values: Value[] = [];
  let at = open + 1;
  for (;;) {
    const literal = readLiteral(text, skipBlank(text, at), dialect);
    if (!literal) return undefined;
    values.push(literal.value);
    at = skipBlank(text, literal.end);
    const next = text.charAt(at);
    if (next === "") return undefined;
    if (next === ")") return { values, end: at + 1 };
    if (next !== ",") throw new SyntaxError(`unexpected ${JSON.stringify(text.slice(at, at + 20))} in a row`);
    at += 1;
  }
}

/** Escape sequences of `COPY` in PostgreSQL. */
const COPY_ESCAPES: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};
const COPY_ESCAPE = /\\(x[0-9A-Fa-f]{1,2}|[0-7]{1,3}|[\s\S])/g;

/** Returns the values of one line of a `COPY … FROM stdin` block of PostgreSQL. */
export const readCopyLine = (line: string): readonly Value[] =>
  line.split("\t").map((cell) => (cell === "\\N" ? null : cell.includes("\\") ? copyText(cell) : cell));

/** Octal and hex escapes are single bytes; several adjacent ones may form one UTF-8 character. */
function copyText(cell: string): string {
  if (!/\\(x[0-9A-Fa-f]|[0-7])/.test(cell))
    return cell.replace(COPY_ESCAPE, (_, what: string) => COPY_ESCAPES[what] ?? what);
  const parts: Buffer[] = [];
  let from = 0;
  for (const found of cell.matchAll(COPY_ESCAPE)) {
    const what = found[1] ?? "";
    parts.push(Buffer.from(cell.slice(from, found.index)));
    if (/^x[0-9A-Fa-f]/.test(what)) parts.push(Buffer.from([Number.parseInt(what.slice(1), 16)]));
    else if (/^[0-7]/.test(what)) parts.push(Buffer.from([Number.parseInt(what, 8) & 255]));
    else parts.push(Buffer.from(COPY_ESCAPES[what] ?? what));
    from = found.index + found[0].length;
  }
  parts.push(Buffer.from(cell.slice(from)));
  return Buffer.concat(parts).toString("utf8");
}

/** Start of a text, name, comment or function body: semicolons in them do not end the statement. */
const OPENS = /['"`;]|--|\/\*|\$[A-Za-z_]*\$/g;

/** Index after the quoted part that opens at `from`; -1 when the text ends before. */
function closing(text: string, open: string, from: number, dialect: Dialect): number {
  const end = open === "--" ? "\n" : open === "/*" ? "*/" : open;
  for (let at = from + open.length; ; ) {
    const found = text.indexOf(end, at);
    if (found < 0) return -1;
    if (open === "'" && dialect === "mysql") {
      let slashes = 0;
      while (text.charAt(found - 1 - slashes) === "\\") slashes += 1;
      if (slashes % 2 === 1) {
        at = found + 1;
        continue;
      }
    }
    return found + end.length;
  }
}

/** Skips the statement at the start of the text, `;` included; returns its first `keep` characters. */
export async function skipStatement(pieces: Pieces, dialect: Dialect, keep: number): Promise<string> {
  let head = "";
  for (let at = 0; ; ) {
    OPENS.lastIndex = at;
    const text = pieces.text();
    const found = OPENS.exec(text);
    const open = found?.[0] ?? "";
    const end = !found ? -1 : open === ";" ? found.index + 1 : closing(text, open, found.index, dialect);
    if (end < 0) {
      // A delimiter may be cut in two at the end of the text.
      if (!found && text.length > keep + 64) {
        if (head === "") head = text.slice(0, keep);
        pieces.drop(text.length - 64);
        at = 0;
      } else at = found?.index ?? Math.max(0, text.length - 64);
      if (await pieces.more()) continue;
      const rest = pieces.text();
      pieces.drop(rest.length);
      return head || rest.slice(0, keep);
    }
    if (open !== ";") {
      at = end;
      continue;
    }
    head ||= text.slice(0, Math.min(end, keep));
    pieces.drop(end);
    return head;
  }
}

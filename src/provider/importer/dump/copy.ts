import type { Value } from "./values.ts";

const NAMED: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };
const ESCAPE = /\\(x[0-9A-Fa-f]{1,2}|[0-7]{1,3}|[\s\S])/g;

/** The values of one line of a `COPY … FROM stdin` block of PostgreSQL. */
export const readCopyLine = (line: string): readonly Value[] =>
  line.split("\t").map((cell) => (cell === "\\N" ? null : cell.includes("\\") ? decoded(cell) : cell));

/** Octal and hex escapes are bytes; together with their neighbours they may be one character of UTF-8. */
function decoded(cell: string): string {
  if (!/\\(x[0-9A-Fa-f]|[0-7])/.test(cell))
    return cell.replace(ESCAPE, (_, what: string) => NAMED[what] ?? what);
  const parts: Buffer[] = [];
  let from = 0;
  for (const found of cell.matchAll(ESCAPE)) {
    const what = found[1] ?? "";
    parts.push(Buffer.from(cell.slice(from, found.index)));
    if (/^x[0-9A-Fa-f]/.test(what)) parts.push(Buffer.from([Number.parseInt(what.slice(1), 16)]));
    else if (/^[0-7]/.test(what)) parts.push(Buffer.from([Number.parseInt(what, 8) & 255]));
    else parts.push(Buffer.from(NAMED[what] ?? what));
    from = found.index + found[0].length;
  }
  parts.push(Buffer.from(cell.slice(from)));
  return Buffer.concat(parts).toString("utf8");
}

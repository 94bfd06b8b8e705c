import { oneLine } from "#platform/text.ts";

/** Names of characters that pages use in titles; letters with accents follow from `MARKS`. */
const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  bull: "•",
  middot: "·",
  laquo: "«",
  raquo: "»",
  ldquo: "“",
  rdquo: "”",
  lsquo: "‘",
  rsquo: "’",
  ordf: "ª",
  ordm: "º",
  deg: "°",
  copy: "©",
  reg: "®",
  trade: "™",
  euro: "€",
  iexcl: "¡",
  iquest: "¿",
};
const MARKS: Readonly<Record<string, string>> = {
  grave: "\u0300",
  acute: "\u0301",
  circ: "\u0302",
  tilde: "\u0303",
  uml: "\u0308",
  ring: "\u030a",
  cedil: "\u0327",
};

function decoded(whole: string, code: string): string {
  if (code.startsWith("#")) {
    const point = Number.parseInt(code.slice(/^#x/i.test(code) ? 2 : 1), /^#x/i.test(code) ? 16 : 10);
    const isCharacter = point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
    return isCharacter ? String.fromCodePoint(point) : "";
  }
  const mark = MARKS[code.slice(1)];
  return mark ? `${code.charAt(0)}${mark}`.normalize("NFC") : (NAMED[code] ?? whole);
}

/** The text of a piece of HTML without tags: character references decoded, in one line, at most `length` characters. */
export const textOfHtml = (html: string, length: number): string =>
  oneLine(html.replaceAll(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});/gi, decoded), length);

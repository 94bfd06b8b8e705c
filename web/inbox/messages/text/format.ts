import { decodeUri } from "#web/lib/format/decode-uri.ts";
import { findLinks } from "./find-links.ts";

/** A piece of a message text with WhatsApp markup; components render it as elements, never as HTML text. */
export type Piece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "code"; readonly text: string; readonly block: boolean }
  | { readonly kind: "link"; readonly text: string; readonly href: string; readonly host: string | null }
  | { readonly kind: Style; readonly pieces: readonly Piece[] };
type Style = "bold" | "italic" | "strike";

const STYLES: Readonly<Record<string, Style>> = { "*": "bold", _: "italic", "~": "strike" };
const WORD = /[\p{L}\p{N}]/u;
const SPACE = /\s/u;

interface Frame {
  readonly mark: string;
  readonly pieces: Piece[];
}

/**
 * Parses WhatsApp's formatting characters (*bold* _italic_ ~strike~ `mono` ```block```) and links. They need a word edge
 * outside and no blank inside, end with their line, and have no effect inside code and links.
 * One pass over the text: the time is linear in its length.
 */
export function parseFormat(text: string): Piece[] {
  const reader = new Reader(text);
  return reader.read();
}

class Reader {
  readonly #text: string;
  readonly #links: ReadonlyMap<number, LinkRange>;
  /** Formats that are open, outermost first; the first frame is the whole text. */
  #frames: Frame[] = [{ mark: "", pieces: [] }];
  #plain = "";
  /** Set when no closing fence follows: it is not searched again. */
  #noFence = false;
  #noTickBefore = 0;

  constructor(text: string) {
    this.#text = text;
    this.#links = linkRanges(text);
  }

  read(): Piece[] {
    const text = this.#text;
    let at = 0;
    while (at < text.length) at = this.#step(at);
    this.#dropTo(1);
    this.#flush();
    return this.#frames[0]?.pieces ?? [];
  }

  /** Parses at `at`; returns the position after it. */
  #step(at: number): number {
    const link = this.#links.get(at);
    if (link) {
      this.#push({ kind: "link", text: link.text, href: link.href, host: link.host });
      return at + link.text.length;
    }
    const char = this.#text[at] ?? "";
    if (char === "`") return this.#code(at);
    if (char === "\n") this.#dropTo(1);
    else if (STYLES[char] && this.#mark(char, at)) return at + 1;
    this.#plain += char;
    return at + 1;
  }

  #code(at: number): number {
    if (this.#text.startsWith("```", at) && !this.#noFence) {
      const end = this.#text.indexOf("```", at + 3);
      if (end > at + 3) {
        this.#dropTo(1);
        this.#push({ kind: "code", text: this.#text.slice(at + 3, end), block: true });
        return end + 3;
      }
      if (end === -1) this.#noFence = true;
    }
    if (at >= this.#noTickBefore) {
      const line = lineEnd(this.#text, at);
      const end = this.#text.indexOf("`", at + 1);
      if (end > at + 1 && end < line) {
        this.#push({ kind: "code", text: this.#text.slice(at + 1, end), block: false });
        return end + 1;
      }
      if (end === -1 || end >= line) this.#noTickBefore = line;
    }
    this.#plain += "`";
    return at + 1;
  }

  /** Closes an open format or opens one; false when the character is plain text here. */
  #mark(char: string, at: number): boolean {
    const before = this.#text[at - 1] ?? "";
    const after = this.#text[at + 1] ?? "";
    const open = this.#frames.findIndex((frame) => frame.mark === char);
    if (open > 0) {
      const empty = open === this.#frames.length - 1 && this.#plain === "" && this.#isEmpty(open);
      if (empty || SPACE.test(before) || WORD.test(after)) return false;
      this.#dropTo(open + 1);
      this.#flush();
      const frame = this.#frames.pop();
      const kind = STYLES[char];
      if (frame && kind) this.#top().pieces.push({ kind, pieces: frame.pieces });
      return true;
    }
    if (WORD.test(before) || after === "" || after === char || SPACE.test(after)) return false;
    this.#flush();
    this.#frames.push({ mark: char, pieces: [] });
    return true;
  }

  #isEmpty(frame: number): boolean {
    return this.#frames[frame]?.pieces.length === 0;
  }

  /** Frames above `size` were never closed: their characters and content become plain content of the frame below. */
  #dropTo(size: number): void {
    while (this.#frames.length > size) {
      this.#flush();
      const frame = this.#frames.pop();
      if (frame) this.#adopt(frame);
    }
  }

  #adopt(frame: Frame): void {
    const [first, ...rest] = frame.pieces;
    const top = this.#top().pieces;
    if (first?.kind === "text") this.#append({ kind: "text", text: frame.mark + first.text });
    else {
      this.#append({ kind: "text", text: frame.mark });
      if (first) top.push(first);
    }
    top.push(...rest);
  }

  #append(piece: { kind: "text"; text: string }): void {
    const top = this.#top().pieces;
    const last = top.at(-1);
    if (last?.kind === "text") top[top.length - 1] = { kind: "text", text: last.text + piece.text };
    else top.push(piece);
  }

  #push(piece: Piece): void {
    this.#flush();
    this.#top().pieces.push(piece);
  }

  #flush(): void {
    if (this.#plain === "") return;
    this.#append({ kind: "text", text: this.#plain });
    this.#plain = "";
  }

  #top(): Frame {
    return this.#frames.at(-1) ?? { mark: "", pieces: [] };
  }
}

interface LinkRange {
  readonly text: string;
  readonly href: string;
  /** The ASCII host when the written one has letters outside ASCII. */
  readonly host: string | null;
}

function linkRanges(text: string): Map<number, LinkRange> {
  const ranges = new Map<number, LinkRange>();
  for (const found of findLinks(text)) {
    const written = found.value.replace(/[*_~`]+$/u, "");
    const safe = safeHref(found.type === "email" ? `mailto:${written}` : withScheme(written));
    if (safe) ranges.set(found.start, { text: written, ...safe });
  }
  return ranges;
}

function withScheme(written: string): string {
  return /^[a-z][a-z\d+.-]*:/iu.test(written) ? written : `https://${written}`;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

const PROTOCOLS: ReadonlySet<string> = new Set(["http:", "https:", "mailto:", "tel:"]);
/** Invisible and direction-changing characters, which make an address look like another one. */
const DECEIVING = /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;

/** An address that may be opened. */
interface SafeAddress {
  readonly href: string;
  /** The real (ASCII) host, given only when the written one uses other letters and could imitate a name. */
  readonly host: string | null;
}

/**
 * Checks an address typed by a customer. Only http, https, mailto and tel are allowed, without a user name
 * before the host and without invisible characters. Null = show it as plain text.
 */
export function safeHref(written: string): SafeAddress | null {
  if (DECEIVING.test(written)) return null;
  if (!URL.canParse(written)) return null;
  const url = new URL(written);
  if (!PROTOCOLS.has(url.protocol)) return null;
  if (url.username !== "" || url.password !== "") return null;
  if (url.protocol === "mailto:" && decodeUri(url.pathname) === null) return null;
  const host = url.protocol === "mailto:" ? domainOf(url.pathname) : url.hostname;
  const foreign = /\P{ASCII}/u.test(written) && host.includes("xn--");
  return { href: url.href, host: foreign ? host : null };
}

/** The ASCII domain of a mail address; "" when it is invalid. */
function domainOf(address: string): string {
  const written = decodeUri(address.slice(address.lastIndexOf("@") + 1));
  return written === null ? "" : (URL.parse(`https://${written}`)?.hostname ?? "");
}

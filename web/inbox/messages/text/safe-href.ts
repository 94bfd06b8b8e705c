import { decodeUri } from "#web/lib/format/decode-uri.ts";

const PROTOCOLS: ReadonlySet<string> = new Set(["http:", "https:", "mailto:", "tel:"]);
/** Characters that turn the reading direction or hide: they make an address look like another one. */
const DECEIVING = /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;

/** An address that may be opened. */
export interface SafeAddress {
  readonly href: string;
  /** The real (ASCII) host, given only when the written one uses other letters and could imitate a name. */
  readonly host: string | null;
}

/**
 * Checks an address typed by a customer. Only http, https, mailto and tel pass; never one with a user name
 * in front of the host or with invisible characters. Null = show it as plain text.
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

/** The ASCII domain a mail goes to; "" when it is none. */
function domainOf(address: string): string {
  const written = decodeUri(address.slice(address.lastIndexOf("@") + 1));
  return written === null ? "" : (URL.parse(`https://${written}`)?.hostname ?? "");
}

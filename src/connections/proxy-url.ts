import { AppError } from "#platform/errors.ts";

const PROTOCOLS = new Set(["http:", "https:", "socks:", "socks4:", "socks5:", "socks5h:"]);

/** A proxy address as it may be stored. Throws 400 ERR_URL_NOT_ALLOWED when it is no proxy address. */
export function checkProxyUrl(text: string): string {
  const url = URL.parse(text);
  if (!url || !PROTOCOLS.has(url.protocol) || url.hostname === "")
    throw new AppError(400, "ERR_URL_NOT_ALLOWED");
  return text;
}

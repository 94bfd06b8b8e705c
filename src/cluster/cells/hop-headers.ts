/** Headers that concern one connection and not the message (RFC 9110, section 7.6.1). */
const OF_CONNECTION = [
  "connection",
  "expect",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
] as const;

/** A copy without the headers that end at this connection, also those that `Connection` names. */
export function endToEnd(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of kept.get("connection")?.split(",") ?? []) {
    const named = name.trim();
    if (/^[\w-]+$/.test(named)) kept.delete(named);
  }
  for (const name of OF_CONNECTION) kept.delete(name);
  return kept;
}

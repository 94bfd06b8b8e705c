import { AppError } from "#platform/errors.ts";
import { appErrorResponse } from "#platform/http/respond.ts";

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "DELETE"]);
/** A host name or address with an optional port; two Host headers arrive joined by a comma and do not match. */
const HOST = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;

/** Path of a request, without the query. Bun passes a relative URL when there is no valid Host. */
export function pathOf(url: string): string {
  const from = url.charCodeAt(0) === 47 ? 0 : url.indexOf("/", url.indexOf("//") + 2);
  const to = url.indexOf("?", from);
  return to < 0 ? url.slice(from) : url.slice(from, to);
}

/**
 * Rejects, before routing, requests that no browser sends: without Host, with two Hosts or a malformed one, and with
 * unused methods (TRACE, CONNECT …). Null = accepted.
 */
export function rejectMalformed(request: Request): Response | null {
  if (!METHODS.has(request.method)) return invalid("method");
  const host = request.headers.get("host");
  return host !== null && isHost(host) && request.url.startsWith("http") ? null : invalid("host");
}

/** Cache of valid hosts; in practice a few. */
const known = new Set<string>();
const MOST_KNOWN = 100;

/** Whether a URL with this host can be parsed: `a..b`, `1.2.3.999` and port 99999 match the pattern but cannot. */
function isHost(host: string): boolean {
  if (known.has(host)) return true;
  if (!HOST.test(host) || !URL.canParse(`http://${host}/`)) return false;
  if (known.size >= MOST_KNOWN) known.clear();
  known.add(host);
  return true;
}

const invalid = (what: "method" | "host"): Response =>
  appErrorResponse(new AppError(400, "ERR_VALIDATION", { fields: { [what]: "invalid" } }));

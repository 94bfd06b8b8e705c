import { AppError } from "#platform/errors.ts";
import { appErrorResponse } from "#platform/http/respond.ts";

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "DELETE"]);
/** A name or address with an optional port; two Host headers arrive joined by a comma and do not fit. */
const HOST = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;

/** Path of a request, without the query. Bun gives a relative address when there is no usable Host. */
export function pathOf(url: string): string {
  const from = url.charCodeAt(0) === 47 ? 0 : url.indexOf("/", url.indexOf("//") + 2);
  const to = url.indexOf("?", from);
  return to < 0 ? url.slice(from) : url.slice(from, to);
}

/**
 * Refuses what no browser sends before anything is routed: no Host, two of them or a malformed one, and methods
 * without a use here (TRACE, CONNECT …). Null = may pass.
 */
export function rejectMalformed(request: Request): Response | null {
  if (!METHODS.has(request.method)) return invalid("method");
  const host = request.headers.get("host");
  return host !== null && isHost(host) && request.url.startsWith("http") ? null : invalid("host");
}

/** Valid hosts seen before; in practice a few. */
const known = new Set<string>();
const MOST_KNOWN = 100;

/** Whether addresses with this host can be parsed: `a..b`, `1.2.3.999` and port 99999 have the form of one and cannot. */
function isHost(host: string): boolean {
  if (known.has(host)) return true;
  if (!HOST.test(host) || !URL.canParse(`http://${host}/`)) return false;
  if (known.size >= MOST_KNOWN) known.clear();
  known.add(host);
  return true;
}

const invalid = (what: "method" | "host"): Response =>
  appErrorResponse(new AppError(400, "ERR_VALIDATION", { fields: { [what]: "invalid" } }));

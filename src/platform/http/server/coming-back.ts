import { AppError } from "#platform/errors.ts";
import { appErrorResponse } from "#platform/http/respond.ts";
import { securityHeaders } from "#platform/http/security-headers.ts";

/** Seconds after which the browser loads the page again. */
const RELOAD_S = 3;
/** In all languages, because this server knows neither the company nor the user. */
const PAGE = `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="${RELOAD_S}"><title>Um momento</title>
<h1>Um momento…</h1><p>O servidor está voltando. Esta página recarrega sozinha.
<p lang="en">The server is coming back. This page reloads by itself.
<p lang="es">El servidor está volviendo. Esta página se recarga sola.
`;
const HEADERS = {
  ...securityHeaders("page", false),
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "retry-after": String(RELOAD_S),
};

/** Whether a browser opens an address itself, so that a person sees the answer. Older browsers send no `Sec-Fetch-Mode`. */
const isNavigation = ({ headers }: Request): boolean =>
  (headers.get("sec-fetch-mode") ?? "navigate") === "navigate" &&
  (headers.get("accept") ?? "").includes("text/html");

/**
 * The 503 of a server that is stopping or does not own the cell. A browser that opens a page gets a page that reloads
 * automatically (docs/rules/errors.md); every other client gets the error.
 */
export function comingBackAnswer(
  request: Request,
  error = new AppError(503, "ERR_NOT_DURABLE", { retryAfterSeconds: 1 }),
): Response {
  if (isNavigation(request)) return new Response(PAGE, { status: 503, headers: HEADERS });
  return appErrorResponse(error);
}

import { createCodeOf, isClosedCompany, isDiskFull } from "#platform/db/constraint.ts";
import { AppError } from "#platform/errors.ts";
import { newUuid } from "#platform/ids.ts";
import type { Log } from "#platform/log.ts";
import { securityHeaders } from "./security-headers.ts";

// Built once and shared by every response.
const HEADERS = { ...securityHeaders("api", false), "content-type": "application/json; charset=utf-8" };
const OK = { status: 200, headers: HEADERS };

/** A JSON response with the security headers of the API; never cached. */
export function json(body: unknown, status = 200, headers?: Readonly<Record<string, string>>): Response {
  const text = JSON.stringify(body);
  if (status === 200 && !headers) return new Response(text, OK);
  return new Response(text, { status, headers: headers ? { ...HEADERS, ...headers } : HEADERS });
}

/** Minimum length of a compressed response, characters; shorter ones fit into one packet. */
const COMPRESS_FROM = 1_400;
const COMPRESSED = {
  status: 200,
  headers: { ...HEADERS, "content-encoding": "gzip", vary: "accept-encoding" },
};

/** JSON response, gzip-compressed when the client accepts it: a page of tickets shrinks to a tenth in 0.03 ms. */
export function jsonFor(request: Request, body: unknown): Response {
  const text = JSON.stringify(body);
  if (text.length < COMPRESS_FROM || !accepts(request.headers.get("accept-encoding"), "gzip"))
    return new Response(text, OK);
  return new Response(Bun.gzipSync(text, { level: 1 }), COMPRESSED);
}

/** Adds cookies to a response. */
export function withCookies(response: Response, cookies: readonly string[]): Response {
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}

/** The response for an AppError. */
export function appErrorResponse(error: AppError): Response {
  const body = { error: error.code, ...error.body, ...(error.details && { details: error.details }) };
  const retryAfter = error.details?.["retryAfterSeconds"];
  return json(
    body,
    error.status,
    typeof retryAfter === "number" ? { "retry-after": String(retryAfter) } : undefined,
  );
}

/** nginx's code for a request whose client closed the connection; only metrics and debug logs see it. */
const CLIENT_CLOSED = 499;

/** Whether reading the request failed because its client closed the connection. */
const isClientAbort = (error: unknown, request: Request): boolean =>
  request.signal.aborted && error instanceof Error && error.name === "AbortError";

/**
 * The response for an error: the code of an AppError, otherwise ERR_INTERNAL. A 500 has a request id and is logged
 * with it. A request that its client aborted is not logged as an error.
 */
export function errorResponse(error: unknown, log: Log, request: Request): Response {
  if (error instanceof AppError && error.status !== 500) return appErrorResponse(error);
  if (isClientAbort(error, request)) {
    log.debug("client closed the connection before the request was read");
    return json({ error: "ERR_VALIDATION" }, CLIENT_CLOSED);
  }
  if (isDiskFull(error)) return json({ error: "ERR_STORAGE_FULL" }, 507);
  if (isClosedCompany(error))
    return appErrorResponse(new AppError(503, "ERR_NOT_DURABLE", { retryAfterSeconds: 1 }));
  const requestId = newUuid();
  log.error({ err: error, requestId }, "request failed");
  const code = error instanceof AppError ? error.code : (createCodeOf(error) ?? "ERR_INTERNAL");
  return json({ error: code, details: { requestId } }, 500);
}

/** Whether an `Accept-Encoding` header allows an encoding; `;q=0` forbids one. */
export function accepts(header: string | null, encoding: "br" | "gzip"): boolean {
  return (header ?? "").split(",").some((part) => {
    const [name = "", quality = ""] = part.split(";");
    return name.trim().toLowerCase() === encoding && !/^\s*q=0(\.0*)?\s*$/.test(quality);
  });
}

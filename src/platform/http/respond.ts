import { isDiskFull } from "#platform/db/constraint.ts";
import { AppError } from "#platform/errors.ts";
import { newUuid } from "#platform/ids.ts";
import type { Log } from "#platform/log.ts";

/** JSON answer; authenticated answers are never cached. */
export function json(body: unknown, status = 200, headers?: Readonly<Record<string, string>>): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store", ...headers },
  });
}

/** The answer of a failure: the code of an AppError, else 500 ERR_INTERNAL with a request id that the log knows. */
export function failure(error: unknown, log: Log): Response {
  if (error instanceof AppError) {
    const body = { error: error.code, ...error.body, ...(error.details && { details: error.details }) };
    const retryAfter = error.details?.["retryAfterSeconds"];
    return json(
      body,
      error.status,
      typeof retryAfter === "number" ? { "retry-after": String(retryAfter) } : undefined,
    );
  }
  if (isDiskFull(error)) return json({ error: "ERR_STORAGE_FULL" }, 507);
  const requestId = newUuid();
  log.error({ err: error, requestId }, "request failed");
  return json({ error: "ERR_INTERNAL", details: { requestId } }, 500);
}

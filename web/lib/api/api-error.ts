import type { FieldProblem } from "#platform/http/contract.ts";

/** Errors whose details name fields of the form. */
const FIELD_CODES: ReadonlySet<string> = new Set(["ERR_VALIDATION", "ERR_UNKNOWN_VARIABLE"]);

/** An error response of the server, or no response at all (`status` 0, code `OFFLINE`). */
export class ApiError extends Error {
  readonly status: number;
  /** `ERR_…` of docs/rules/errors.md#catalogue, or the server's raw text when it sent no code. */
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** The whole body: that of a conflict has more than code and details (docs/rules/tickets.md#open). */
  readonly body: unknown;

  constructor(
    status: number,
    code: string,
    details: Readonly<Record<string, unknown>> = {},
    body: unknown = null,
  ) {
    super(code || `HTTP ${status}`);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.details = details;
    this.body = body;
  }

  /** Fields the server rejected, `{ name: "too_short" }`; empty for any other error. */
  get fields(): Readonly<Record<string, FieldProblem | "unknown_variable">> {
    const fields = this.details["fields"];
    return FIELD_CODES.has(this.code) && fields && typeof fields === "object"
      ? (fields as Record<string, FieldProblem | "unknown_variable">)
      : {};
  }
}

/** True when there was no response: no network, or the server is down. */
export function isOffline(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}

/** True when the page aborted the request; never shown. */
export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/** Answers of a proxy in front of a server that restarts, or of a cluster that changes its owner. */
const OF_PROXIES: ReadonlySet<number> = new Set([502, 503, 504]);

/** Reads the code and details of an error response; accepts any body. */
export function errorFrom(status: number, body: unknown): ApiError {
  if (body && typeof body === "object" && "error" in body) {
    const { error, details } = body as { error: unknown; details?: unknown };
    const code = typeof error === "string" ? error : "";
    const known = details && typeof details === "object" ? (details as Record<string, unknown>) : {};
    return new ApiError(status, code, known, body);
  }
  return new ApiError(status, OF_PROXIES.has(status) ? "ERR_NOT_DURABLE" : "", {}, body);
}

import type { FieldProblem } from "./http/contract.ts";

/** An error response with a code the client can show, and its `details`. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly status: number;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  /** Fields beside `error` and `details` (the conflict body of docs/rules/tickets.md#open). */
  readonly body: Readonly<Record<string, unknown>> | undefined;

  constructor(
    status: number,
    code: string,
    details?: Readonly<Record<string, unknown>>,
    body?: Readonly<Record<string, unknown>>,
  ) {
    super(code);
    this.status = status;
    this.code = code;
    this.details = details;
    this.body = body;
  }
}

/** 400 ERR_VALIDATION that names the invalid fields. */
export function invalidFields(fields: Readonly<Record<string, FieldProblem>>): AppError {
  return new AppError(400, "ERR_VALIDATION", { fields });
}

export const noPermission = () => new AppError(403, "ERR_NO_PERMISSION");
/** 404 with the code of the resource (docs/rules/errors.md#catalogue). */
export const notFound = (code = "ERR_NOT_FOUND") => new AppError(404, code);
export const sessionExpired = () => new AppError(401, "ERR_SESSION_EXPIRED");
export const planLimit = (resource: string, limit: number, used: number) =>
  new AppError(409, "ERR_PLAN_LIMIT", { resource, limit, used });

/** 409: there are already `limit` of this resource. */
export const limitReached = (resource: string, limit: number) =>
  new AppError(409, "ERR_LIMIT_REACHED", { resource, limit });

/** A command of an operator failed; the message gives the reason. */
export class OperatorError extends Error {
  override readonly name: string = "OperatorError";
}

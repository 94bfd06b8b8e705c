import { paymentGateway } from "#accounts/billing/errors.ts";
import { throughDoor } from "#platform/db/durability/doors.ts";
import type { Log } from "#platform/log.ts";

/** Time and size limits of a call to a gateway (docs/rules/general.md#outbound-requests). */
const LIMIT_MS = 15_000;
const LIMIT_BYTES = 1_048_576;

export interface GatewayCall {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly tls?: { readonly cert?: string; readonly key?: string; readonly ca?: string };
}

/** One JSON call to a gateway. Throws 502 ERR_PAYMENT_GATEWAY; the log has the cause, without secrets. */
export async function callGateway(log: Log, call: GatewayCall): Promise<Readonly<Record<string, unknown>>> {
  const { method, address, headers, body, tls } = call;
  const where = { method, address: new URL(address).pathname };
  try {
    const init = {
      method,
      headers: {
        accept: "application/json",
        ...(body ? { "content-type": "application/json" } : {}),
        ...headers,
      },
      redirect: "manual" as const,
      signal: AbortSignal.timeout(LIMIT_MS),
      ...(body ? { body: JSON.stringify(body) } : {}),
      ...(tls ? { tls } : {}),
    };
    const response = await throughDoor("gateways", () => fetch(address, init));
    const text = await response.text();
    if (!response.ok) {
      log.warn(
        { ...where, status: response.status, answer: text.slice(0, 500) },
        "call rejected by the payment gateway",
      );
      throw paymentGateway();
    }
    if (text.length > LIMIT_BYTES) throw new Error("answer too long");
    const answer: unknown = text === "" ? {} : JSON.parse(text);
    if (typeof answer !== "object" || answer === null) throw new Error("the answer is not a JSON object");
    return answer as Readonly<Record<string, unknown>>;
  } catch (error) {
    if (error instanceof Error && error.name === "AppError") throw error;
    log.warn({ ...where, err: error }, "call of the payment gateway failed");
    throw paymentGateway();
  }
}

/** `99.90` or 99.9 in cents, 0 when it is no amount. */
export function centsOf(value: unknown): number {
  const amount = typeof value === "number" || typeof value === "string" ? Number(value) : Number.NaN;
  return Number.isFinite(amount) ? Math.round(amount * 100) : 0;
}

/** A required text of an answer. Throws 502 ERR_PAYMENT_GATEWAY. */
export function textOf(answer: Readonly<Record<string, unknown>>, name: string): string {
  const value = answer[name];
  if (typeof value === "string" && value !== "") return value;
  if (typeof value === "number") return String(value);
  throw paymentGateway();
}

/** An object inside an answer; empty when it is none. */
export const partOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
/** A list inside an answer; empty when it is none. */
export const listOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.map(partOf) : [];

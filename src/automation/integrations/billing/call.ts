import { type OutboundAnswer, OutboundPort, type OutboundRequest } from "#platform/outbound/client.ts";
import { OutboundFailed } from "#platform/outbound/target.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { BillingFailed } from "./system.ts";

/** Total time of all calls for one customer message, ms (docs/rules/integrations.md#billing-look-ups). */
const LIMIT_MS = 15_000;
/** Responses with a bill as a file are larger than usual, bytes. */
const LIMIT_BYTES = 4 * 1_048_576;

export type Fields = Readonly<Record<string, unknown>>;

/** Makes the calls of one turn within a shared time limit. Throws BillingFailed. */
export type Caller = (request: Omit<OutboundRequest, "limitMs" | "limitBytes">) => Promise<OutboundAnswer>;

export function callerOf(tenant: Tenant): Caller {
  const until = performance.now() + LIMIT_MS;
  return async (request) => {
    const limitMs = Math.floor(until - performance.now());
    if (limitMs <= 0) throw new BillingFailed("timeout");
    try {
      const outbound = tenant.installation.ports.use(OutboundPort);
      return await outbound.request({ ...request, limitMs, limitBytes: LIMIT_BYTES });
    } catch (error) {
      if (error instanceof OutboundFailed) throw new BillingFailed(error.message);
      throw error;
    }
  };
}

/** The JSON of a response; any status but 200 fails. */
export function jsonOf({ status, text }: OutboundAnswer): unknown {
  if (status !== 200) throw new BillingFailed(`answered ${status}`);
  try {
    return JSON.parse(text);
  } catch {
    throw new BillingFailed("answer not understood");
  }
}

export function fieldsOf(value: unknown): Fields {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  throw new BillingFailed("answer not understood");
}

export const rowsOf = (value: unknown): readonly Fields[] =>
  Array.isArray(value) ? value.map(fieldsOf) : [];

/** A string or number as a string; "" for anything else. */
export const textIn = (fields: Fields, key: string): string => {
  const value = fields[key];
  return typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";
};

/** `1234.5` or `1.234,50` as cents. */
export function centsIn(fields: Fields, key: string): number {
  const typed = textIn(fields, key);
  const plain = typed.includes(",") ? typed.replace(/\./g, "").replace(",", ".") : typed;
  const value = Number(plain);
  if (typed === "" || !Number.isFinite(value)) throw new BillingFailed("answer not understood");
  return Math.round(value * 100);
}

/** The day of `2026-11-20`, `2026-11-20 00:00:00` or `20/11/2026`. */
export function dayIn(fields: Fields, key: string): string {
  const typed = textIn(fields, key);
  const iso = /^(\d{4}-\d{2}-\d{2})/.exec(typed)?.[1];
  if (iso) return iso;
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})/.exec(typed) ?? [];
  if (!day) throw new BillingFailed("answer not understood");
  return `${year}-${month}-${day}`;
}

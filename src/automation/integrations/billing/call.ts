import { type OutboundAnswer, OutboundPort, type OutboundRequest } from "#platform/outbound/client.ts";
import { OutboundFailed } from "#platform/outbound/target.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { BillingFailed } from "./system.ts";

/** Everything a customer's message sets off takes no longer, ms (docs/rules/integrations.md#billing-look-ups). */
const LIMIT_MS = 15_000;
/** Bills as files are larger than the usual answer, bytes. */
const LIMIT_BYTES = 4 * 1_048_576;

export type Fields = Readonly<Record<string, unknown>>;

/** Calls of one turn: together they take no longer than its time. Throws BillingFailed. */
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

/** The JSON of an answer that was to be 200. */
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

/** Texts and numbers as text; "" for all else. */
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

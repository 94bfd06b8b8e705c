import type { FieldProblem } from "#platform/http/contract.ts";
import type { IntegrationType } from "./contract.ts";

/** Pauses between attempts, ms (docs/rules/integrations.md#webhook): eight attempts in less than 24 hours. */
const PAUSES_MS = [
  10_000,
  60_000,
  5 * 60_000,
  30 * 60_000,
  2 * 3_600_000,
  6 * 3_600_000,
  12 * 3_600_000,
] as const;
/**
 * Limits of a customer's wait: the number of attempts of a delivery, and the time (ms) behind another delivery that
 * fails.
 */
export const TURN_ATTEMPTS = 3;
export const TURN_WITHIN_MS = 70_000;
/** Age at which a delivery gets no more attempts, ms. */
export const DELIVERY_LIFETIME_MS = 24 * 3_600_000;
/** Responses to messages older than this are not sent to the customer, ms. */
export const ANSWER_WITHIN_MS = 10 * 60_000;

/** The pause after this many failed attempts; null = give up. */
export const pauseAfter = (attempts: number): number | null => PAUSES_MS[attempts - 1] ?? null;

/** Whether integrations of this type receive the signed envelope. */
export const isHook = (type: IntegrationType): boolean => type === "webhook" || type === "n8n";

/** The required fields of each type. */
const REQUIRED: Readonly<Record<IntegrationType, readonly string[]>> = {
  dialogflow: ["projectName", "jsonContent"],
  n8n: ["urlN8N"],
  webhook: ["urlN8N"],
  typebot: ["urlN8N", "typebotSlug"],
  billing: ["jsonContent"],
};

export const missingFields = (
  type: IntegrationType,
  values: Readonly<Record<string, unknown>>,
): Record<string, FieldProblem> =>
  Object.fromEntries(
    REQUIRED[type].filter((name) => !values[name]).map((name) => [name, "required" as const]),
  );

import type { FieldProblem } from "#platform/http/contract.ts";
import type { IntegrationType } from "./contract.ts";

/** Pauses between tries, ms (docs/rules/integrations.md#webhook): eight tries in less than 24 hours. */
const PAUSES_MS = [
  10_000,
  60_000,
  5 * 60_000,
  30 * 60_000,
  2 * 3_600_000,
  6 * 3_600_000,
  12 * 3_600_000,
] as const;
/** A customer waits no longer than these tries, and as long behind something else that cannot be told, ms. */
export const TURN_TRIES = 3;
export const TURN_WITHIN_MS = 70_000;
/** Nothing is told later than this, ms. */
export const TOLD_WITHIN_MS = 24 * 3_600_000;
/** An answer to what is older would come out of nowhere, ms. */
export const ANSWER_WITHIN_MS = 10 * 60_000;

/** Pause before the next try after this many failed ones; null = given up. */
export const pauseAfter = (attempts: number): number | null => PAUSES_MS[attempts - 1] ?? null;

/** Whether the type speaks the signed envelope. */
export const isHook = (type: IntegrationType): boolean => type === "webhook" || type === "n8n";

/** The fields a type cannot do without. */
const NEEDED: Readonly<Record<IntegrationType, readonly string[]>> = {
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
  Object.fromEntries(NEEDED[type].filter((name) => !values[name]).map((name) => [name, "required" as const]));

import { defineEvent } from "#platform/events/define-event.ts";
import type { AtEnd } from "./schema.ts";

/** 80 % or 100 % of the month's budget is used; `micros` and `used` are millionths of the currency. */
export const CostBudgetReached = defineEvent<{
  /** YYYY-MM. */
  readonly month: string;
  readonly percent: 80 | 100;
  readonly currency: string;
  readonly micros: number;
  readonly used: number;
  readonly atEnd: AtEnd;
}>("cost.budget");

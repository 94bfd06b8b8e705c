import { AppError } from "#platform/errors.ts";

/** 400: a row of a price card cannot be read. `row` counts from 1, the heading included. */
export const badRateFile = (
  row: number,
  reason: "columns" | "market" | "currency" | "price" | "step" | "empty" | "rows",
) => new AppError(400, "ERR_RATE_FILE", { row, reason });
/** 409: another price is in force on some of these days. */
export const rateOverlap = (id: number) => new AppError(409, "ERR_RATE_OVERLAP", { id });
/** 409: the budget of the month is used up, and the company stops this kind of message. */
export const budgetUsed = () => new AppError(409, "ERR_BUDGET_USED");

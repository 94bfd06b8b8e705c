import { type ReadonlySignal, signal } from "@preact/signals-react";
import type { BudgetAnswer, CostGroup, CostReport } from "#inbox/costs/contract.ts";
import { addDays, addMonths } from "#platform/dates.ts";
import type { Api } from "#web/lib/api/api.ts";

export const PERIODS = ["month", "last", "quarter", "year"] as const;
export type CostPeriod = (typeof PERIODS)[number];

/** First and last day of a period. */
export function daysOf(period: CostPeriod, today: string): { readonly from: string; readonly to: string } {
  const first = `${today.slice(0, 7)}-01`;
  if (period === "month") return { from: first, to: today };
  if (period === "last") return { from: addMonths(first, -1), to: addDays(first, -1) };
  return { from: addDays(today, period === "quarter" ? -89 : -364), to: today };
}

/** The costs that the page shows, and the budget of the month. */
export class CostsModel {
  readonly #api: Pick<Api, "get">;
  readonly #report = signal<CostReport | null>(null);
  readonly #budget = signal<BudgetAnswer | null>(null);
  readonly #error = signal<unknown>(null);
  #turn = 0;

  readonly report: ReadonlySignal<CostReport | null> = this.#report;
  readonly budget: ReadonlySignal<BudgetAnswer | null> = this.#budget;
  readonly error: ReadonlySignal<unknown> = this.#error;

  constructor(api: Pick<Api, "get">) {
    this.#api = api;
  }

  /** `currency` "" = that of the company. */
  async load(
    days: { readonly from: string; readonly to: string },
    groupBy: CostGroup,
    currency = "",
  ): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    try {
      const [report, budget] = await Promise.all([
        this.#api.get<CostReport>("/costs", { query: { ...days, groupBy, ...(currency && { currency }) } }),
        this.#api.get<BudgetAnswer>("/costs/budget"),
      ]);
      // The person chose another period in the meantime.
      if (turn !== this.#turn) return;
      this.#report.value = report;
      this.#budget.value = budget;
      this.#error.value = null;
    } catch (error) {
      if (turn === this.#turn && this.#report.peek() === null) this.#error.value = error;
    }
  }

  setBudget(budget: BudgetAnswer): void {
    this.#budget.value = budget;
  }
}

/** First day of the business account on which answers, and utility templates inside the answer window, cost. */
export const SERVICE_COSTS_FROM = "2026-10-01";

/** What decides the price of one delivered message. */
export interface PricedFacts {
  readonly category: string;
  /** Pricing type, unchanged as Meta reports it; null = Meta reported no pricing. */
  readonly type: string | null;
  readonly billable: boolean;
  /** Day of delivery in the time zone of the business account, `YYYY-MM-DD`. */
  readonly day: string;
}

/**
 * How a message is charged; pure (docs/rules/costs.md#what-is-charged). `allowance`: by the price card, unless the free
 * answers of the month are not used up.
 */
export function chargeOf({ category, type, billable, day }: PricedFacts): "free" | "rate" | "allowance" {
  if (!billable || type?.startsWith("free_")) return "free";
  if (category !== "service") return "rate";
  return day < SERVICE_COSTS_FROM ? "free" : "allowance";
}

/** Whether Meta itself marked an answer as one of the free ones of the month. */
export const isMarkedByMeta = ({ category, type, billable, day }: PricedFacts): boolean =>
  category === "service" &&
  day >= SERVICE_COSTS_FROM &&
  type !== null &&
  type !== "free_entry_point" &&
  (!billable || type === "free_customer_service");

/** The charge that is assumed for a message without a report: its category comes from the template. */
export function assumedPricing(
  category: string,
  { day, inWindow }: { readonly day: string; readonly inWindow: boolean },
): { readonly category: string; readonly billable: boolean } {
  const isBeforeChange = day < SERVICE_COSTS_FROM;
  const free = isBeforeChange && (category === "service" || (category === "utility" && inWindow));
  return { category, billable: !free };
}

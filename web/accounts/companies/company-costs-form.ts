import * as v from "valibot";
import type { CompanyCostsAnswer, CompanyCostsBody } from "#inbox/costs/contract.ts";
import { parseMicros } from "#web/inbox/costs/money.ts";
import { ADMIN_SUBMIT_DELAY_MS, FormModel } from "#web/ui/form/form-model.ts";

export interface CompanyCostsValues extends Readonly<Record<string, unknown>> {
  readonly payer: CompanyCostsAnswer["payer"];
  /** "" = the currency of the business account. */
  readonly currency: string;
  /** Whole percent. */
  readonly marginPercent: string;
  /** Reais per unit of the currency, as typed: "5,40". */
  readonly rate: string;
}

const Values = v.object({
  payer: v.picklist(["company", "provider"]),
  currency: v.pipe(v.string(), v.regex(/^(?:[A-Z]{3})?$/)),
  marginPercent: v.pipe(
    v.string(),
    v.regex(/^\d{1,3}$/),
    v.check((text) => Number(text) <= 500),
  ),
  rate: v.pipe(
    v.string(),
    v.check((text) => (parseMicros(text) ?? 0) > 0 && (parseMicros(text) ?? 0) <= 1_000_000_000),
  ),
});

/** Digits are moved, never divided: "5.4372" for 5,437,200. */
export const rateText = (rate: number): string => {
  const digits = String(rate).padStart(7, "0");
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`.replace(/\.?0+$/, "");
};

interface Options {
  readonly costs: CompanyCostsAnswer;
  readonly save: (body: CompanyCostsBody) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/** Who pays Meta for a company's messages, and what the provider adds. */
export const createCompanyCostsForm = ({ costs, save, onFailure }: Options) =>
  new FormModel<CompanyCostsValues>({
    initial: {
      payer: costs.payer,
      currency: costs.currency ?? "",
      marginPercent: String(costs.marginPercent),
      rate: rateText(costs.rate),
    },
    schema: Values,
    delayMs: ADMIN_SUBMIT_DELAY_MS,
    onFailure,
    submit: ({ payer, currency, marginPercent, rate }) =>
      save({
        payer,
        currency: currency === "" ? null : currency,
        marginPercent: Number(marginPercent),
        rate: parseMicros(rate) ?? 1_000_000,
      }),
  });

import * as v from "valibot";
import { FileQuery, Instant, PathId } from "#platform/http/contract.ts";

const Day = v.pipe(v.string(), v.maxLength(10), v.regex(/^\d{4}-\d{2}-\d{2}$/));
const Month = v.pipe(v.string(), v.maxLength(7), v.regex(/^\d{4}-(0[1-9]|1[0-2])$/));
const Currency = v.pipe(v.string(), v.maxLength(3), v.regex(/^[A-Z]{3}$/));
const Word = (max: number) => v.pipe(v.string(), v.maxLength(max), v.trim(), v.minLength(1));
/** At most a million units of the currency. */
const Micros = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000_000_000));

/** Longest period of a report, days. */
export const MAX_DAYS = 366;
const GROUPS = [
  ...(["day", "category", "market", "connection", "queue"] as const),
  ...(["user", "bot", "prompt", "campaign", "contact"] as const),
] as const;
export const CostGroup = v.picklist(GROUPS);
export type CostGroup = v.InferOutput<typeof CostGroup>;

/** One line of a report; `micros` is null while no price of the currency is confirmed. */
const CostLine = v.object({
  /** Id, day, category or market; "" = none. */
  key: v.string(),
  /** Name of a connection, queue, user, prompt, campaign or contact; null = deleted, or the key is the name. */
  name: v.nullable(v.string()),
  count: v.number(),
  free: v.number(),
  /** Messages without a price. */
  unpriced: v.number(),
  /** Messages whose category Meta has not reported. */
  estimated: v.number(),
  micros: v.nullable(v.number()),
});
export type CostLine = v.InferOutput<typeof CostLine>;
/** `GET /costs?from&to&groupBy`: days of the business account. */
export const CostQuery = v.object({
  from: Day,
  to: Day,
  groupBy: v.optional(CostGroup, "day"),
  /** Currency of the amounts; the default is that of the company's first official number. */
  currency: v.optional(Currency),
});
export type CostQuery = v.InferOutput<typeof CostQuery>;
/** Maximum number of lines of a report, the most expensive first; the total includes all lines. */
export const MAX_LINES = 1000;
export const CostReport = v.object({
  /** Amounts are of this currency only; every message is counted. */
  currency: v.string(),
  /** Currencies in which messages of the period were priced. */
  currencies: v.optional(v.array(v.string())),
  /** False: no price of the currency is confirmed, so people see counts. */
  hasMoney: v.boolean(),
  total: CostLine,
  lines: v.array(CostLine),
  /** Remaining free answers of this month, over all numbers. */
  freeLeft: v.number(),
  /** Number of messages saved by bundling short texts. */
  saved: v.optional(v.number()),
  /** Official numbers whose business account has an unknown time zone; their days are those of the company's time zone. */
  unknownZones: v.optional(v.array(v.string())),
});
export type CostReport = v.InferOutput<typeof CostReport>;
export const CostFileQuery = v.object({ ...FileQuery.entries, from: Day, to: Day });
export type CostFileQuery = v.InferOutput<typeof CostFileQuery>;

/** `GET /tickets/{id}/cost`; `perMessage` is the price of the next answer, null = unknown or not shown. */
export const TicketCost = v.object({
  currency: v.string(),
  count: v.number(),
  micros: v.nullable(v.number()),
  perMessage: v.nullable(v.number()),
  /** Time until which answers are free; null = no such time is known. */
  freeUntil: v.nullable(Instant),
});
export type TicketCost = v.InferOutput<typeof TicketCost>;

/** `GET /costs/campaigns/{id}`: the cost of a campaign, and the estimate at its start. */
export const CampaignCost = v.object({
  currency: v.string(),
  /** Delivered messages. */
  count: v.number(),
  /** Null while no price is confirmed. */
  micros: v.nullable(v.number()),
  /** Null = the campaign was started without an estimate. */
  estimate: v.nullable(
    v.object({ currency: v.string(), recipients: v.number(), micros: v.nullable(v.number()) }),
  ),
});
export type CampaignCost = v.InferOutput<typeof CampaignCost>;

export const RateAnswer = v.object({
  id: v.number(),
  currency: v.string(),
  market: v.string(),
  category: v.string(),
  stepFrom: v.number(),
  micros: v.number(),
  validFrom: v.string(),
  validTo: v.nullable(v.string()),
  source: v.string(),
  confirmedBy: v.nullable(v.string()),
  confirmedAt: v.nullable(Instant),
});
export type RateAnswer = v.InferOutput<typeof RateAnswer>;
export const RateQuery = v.object({
  currency: v.optional(Currency),
  market: v.optional(v.pipe(v.string(), v.maxLength(60))),
});
export const RateList = v.object({ rates: v.array(RateAnswer), markets: v.array(v.string()) });
export type RateList = v.InferOutput<typeof RateList>;
export const RateBody = v.object({
  currency: Currency,
  market: Word(60),
  category: v.pipe(Word(40), v.toLowerCase()),
  stepFrom: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000_000)), 0),
  micros: Micros,
  validFrom: Day,
  validTo: v.optional(v.nullable(Day), null),
});
export type RateBody = v.InferOutput<typeof RateBody>;
/** `PUT /rates`: corrects a price, ends it, or confirms prices. */
export const ChangeRatesBody = v.object({
  ids: v.pipe(v.array(v.number()), v.minLength(1), v.maxLength(2000)),
  micros: v.optional(Micros),
  validTo: v.optional(v.nullable(Day)),
  confirmed: v.optional(v.boolean()),
});
export type ChangeRatesBody = v.InferOutput<typeof ChangeRatesBody>;

export const MAX_CARD_BYTES = 2_000_000;
export const MAX_CARD_ROWS = 5000;
/** Prices of one card: a row has one per category. */
export const MAX_CARD_PRICES = 20_000;
export const ImportRatesBody = v.object({
  /** The text of a CSV file in the layout of Meta's card. */
  file: v.pipe(v.string(), v.maxLength(MAX_CARD_BYTES)),
  validFrom: Day,
});
export type ImportRatesBody = v.InferOutput<typeof ImportRatesBody>;
export const ImportRatesQuery = v.object({ dryRun: v.optional(v.picklist(["true", "false"]), "false") });
export const ImportRatesAnswer = v.object({
  /** Numbers of prices that are new, that replace another price from that day on, and that are already known. */
  added: v.number(),
  replaced: v.number(),
  unchanged: v.number(),
  /** Markets of the file. */
  markets: v.optional(v.array(v.string())),
  /** The first prices of the file. */
  sample: v.array(
    v.object({
      currency: v.string(),
      market: v.string(),
      category: v.string(),
      stepFrom: v.number(),
      micros: v.number(),
    }),
  ),
});
export type ImportRatesAnswer = v.InferOutput<typeof ImportRatesAnswer>;

const Payer = v.picklist(["company", "provider"]);
/** Who pays Meta for a company's messages (docs/rules/costs.md#passing-on). */
export const CompanyCostsBody = v.object({
  /** Currency of the price card; null = that of the business account. */
  currency: v.nullable(Currency),
  payer: v.optional(Payer, "company"),
  marginPercent: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(500)), 0),
  /** Reais per unit of the currency, in millionths. */
  rate: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000_000)), 1_000_000),
});
export type CompanyCostsBody = v.InferOutput<typeof CompanyCostsBody>;
export const CompanyCostsAnswer = v.object({
  currency: v.nullable(v.string()),
  payer: Payer,
  marginPercent: v.number(),
  rate: v.number(),
  /** First month that is passed on, `YYYY-MM`; null while the company pays Meta itself. */
  since: v.nullable(v.string()),
  /** Currency in which the messages are priced now. */
  pricedIn: v.string(),
});
export type CompanyCostsAnswer = v.InferOutput<typeof CompanyCostsAnswer>;

const AtEnd = v.picklist(["warn", "stop_marketing", "stop_automatic"]);
/** `micros` null removes the budget. */
export const BudgetBody = v.object({ micros: v.nullable(Micros), atEnd: v.optional(AtEnd, "warn") });
export type BudgetBody = v.InferOutput<typeof BudgetBody>;
export const BudgetAnswer = v.object({
  month: v.string(),
  currency: v.string(),
  /** Null = no budget. */
  micros: v.nullable(v.number()),
  atEnd: AtEnd,
  /** Null while no price is confirmed. */
  used: v.nullable(v.number()),
});
export type BudgetAnswer = v.InferOutput<typeof BudgetAnswer>;

export const EstimateBody = v.object({
  connectionId: v.number(),
  templateName: v.optional(v.pipe(v.string(), v.maxLength(512))),
  contactListId: v.optional(v.nullable(v.number())),
  tagListId: v.optional(v.nullable(v.number())),
  contactIds: v.optional(v.pipe(v.array(v.number()), v.maxLength(1000))),
});
export type EstimateBody = v.InferOutput<typeof EstimateBody>;
export const Estimate = v.object({
  currency: v.string(),
  category: v.string(),
  recipients: v.number(),
  /** Recipients without a price: no market, or no confirmed price. */
  unknown: v.number(),
  /** Null while no price is confirmed. */
  micros: v.nullable(v.number()),
  markets: v.array(v.object({ market: v.string(), recipients: v.number(), micros: v.nullable(v.number()) })),
  /** The rest of the month's budget; null = no budget. */
  left: v.nullable(v.number()),
});
export type Estimate = v.InferOutput<typeof Estimate>;

/** `GET /costs/template-prices`: one message of each category to the country of the number. */
export const TemplatePricesQuery = v.object({ connectionId: PathId });
export const TemplatePrices = v.object({
  currency: v.string(),
  /** `micros` is null while no price is confirmed. */
  prices: v.array(v.object({ category: v.string(), micros: v.nullable(v.number()) })),
});
export type TemplatePrices = v.InferOutput<typeof TemplatePrices>;

/** `POST /costs/check`: compares the ledger with Meta's own figures. */
export const CheckBody = v.object({ month: Month });
export const CheckAnswer = v.array(
  v.object({
    category: v.string(),
    count: v.number(),
    micros: v.number(),
    metaCount: v.number(),
    metaMicros: v.number(),
    /** True when the two differ by more than 2 %. */
    differs: v.boolean(),
  }),
);
export type CheckAnswer = v.InferOutput<typeof CheckAnswer>;

import type { GraphBook } from "./book.ts";
import type { CloudNumber, SentByCloud } from "./cloud-book.ts";

const DAY_MS = 24 * 60 * 60_000;
/** First day, in the zone of the business account, on which answers and utility templates inside the window cost. */
const SERVICE_COSTS_FROM = "2026-10-01";

/** One price of the network's card. */
export interface CardPrice {
  readonly market: string;
  readonly category: string;
  /** Applies from the n-th paid message of the month; 0 = from the first. */
  readonly stepFrom?: number;
  readonly micros: number;
  /** Days, YYYY-MM-DD, in the zone of the business account. */
  readonly from: string;
  readonly to?: string;
}

/** `pricing` of a status. */
interface ReportedPricing {
  readonly billable: boolean;
  readonly pricing_model: "PMP";
  readonly type: string;
  readonly category: string;
}

/** A delivered message, as the network bills it. */
interface Delivered extends ReportedPricing {
  readonly number: CloudNumber;
  readonly id: string;
  readonly market: string;
  /** Time of delivery, seconds. */
  readonly at: number;
}

export interface CloudPricing {
  readonly card: CardPrice[];
  /** Free answers per number and month of the account's zone. */
  freeServiceMessages: number;
  /** Whether statuses mark the free answers; otherwise only the bill shows them. */
  marksFree: boolean;
  /**
   * When messages to a customer who came from an ad stop being free (Meta's "free entry point"), ms. The key is
   * `number:to`, the ids of the official number and of the customer.
   */
  readonly freeUntil: Map<string, number>;
  /** Returns true for statuses that are sent without `pricing`. */
  withholds: (status: string, sent: SentByCloud) => boolean;
  /** Replaces values of `pricing`, for tests with values that the product does not know. */
  words: (pricing: ReportedPricing) => object;
  readonly delivered: Map<string, Delivered>;
}

const states = new WeakMap<GraphBook, CloudPricing>();

/** The prices and the bill of a simulated Graph API. */
export function pricingOf(book: GraphBook): CloudPricing {
  const known = states.get(book);
  if (known) return known;
  const made: CloudPricing = {
    card: [],
    freeServiceMessages: 1000,
    marksFree: false,
    freeUntil: new Map(),
    withholds: (status) => status === "read",
    words: (pricing) => pricing,
    delivered: new Map(),
  };
  states.set(book, made);
  return made;
}

/** Calling code or country of a business-scoped id → market; the longest match counts. */
const MARKETS: readonly (readonly [string, string])[] = [
  ["55", "Brazil"],
  ["BR", "Brazil"],
  ["351", "Rest of Western Europe"],
  ["PT", "Rest of Western Europe"],
  ["1", "North America"],
  ["1876", "Rest of Latin America"],
  ["54", "Argentina"],
];
const marketOfRecipient = (to: string): string =>
  MARKETS.filter(([prefix]) => to.startsWith(prefix)).sort(([a], [b]) => b.length - a.length)[0]?.[1] ?? "";

const dayOf = (atMs: number, zone: string): string =>
  new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).format(atMs);

/** Category and type of a message at this time. */
function reported(book: GraphBook, sent: SentByCloud, wroteAt: number, nowMs: number): ReportedPricing {
  const pricing = pricingOf(book);
  const { number, to } = sent;
  const template = (sent.body["template"] as { name?: string } | undefined)?.name;
  const category =
    sent.type === "template"
      ? (number.templates.find(({ name }) => name === template)?.category ?? "MARKETING").toLowerCase()
      : "service";
  const model = { pricing_model: "PMP", category } as const;
  if ((pricing.freeUntil.get(`${number.id}:${to}`) ?? 0) > nowMs)
    return { ...model, billable: false, type: "free_entry_point" };
  const costs = dayOf(nowMs, number.zone) >= SERVICE_COSTS_FROM;
  const inWindow = nowMs - wroteAt < DAY_MS;
  const isFree = !costs && (category === "service" || (category === "utility" && inWindow));
  return { ...model, billable: !isFree, type: isFree ? "free_customer_service" : "regular" };
}

/** The `pricing` of a status, and the entry of the bill when the message was delivered. */
export function priceStatus(
  book: GraphBook,
  sent: SentByCloud,
  status: string,
  wroteAt: number,
): { readonly pricing?: object } {
  const pricing = pricingOf(book);
  if (status === "failed") return {};
  const nowMs = book.now();
  let told = pricing.delivered.get(sent.id) ?? reported(book, sent, wroteAt, nowMs);
  if (status === "delivered" && !pricing.delivered.has(sent.id)) {
    if (
      pricing.marksFree &&
      told.category === "service" &&
      told.type === "regular" &&
      hasAllowance(book, sent, nowMs)
    )
      told = { ...told, billable: false, type: "free_customer_service" };
    const at = Math.floor(nowMs / 1000);
    pricing.delivered.set(sent.id, {
      ...told,
      ...{ number: sent.number, id: sent.id, market: marketOfRecipient(sent.to), at },
    });
  }
  if (pricing.withholds(status, sent)) return {};
  const { billable, pricing_model, type, category } = told;
  return { pricing: pricing.words({ billable, pricing_model, type, category }) };
}

function hasAllowance(book: GraphBook, { number }: SentByCloud, nowMs: number): boolean {
  const month = dayOf(nowMs, number.zone).slice(0, 7);
  const used = [...pricingOf(book).delivered.values()].filter(
    (one) =>
      one.number === number &&
      one.category === "service" &&
      one.type === "free_customer_service" &&
      dayOf(one.at * 1000, number.zone).slice(0, 7) === month,
  );
  return used.length < pricingOf(book).freeServiceMessages;
}

export interface BillLine {
  readonly number: CloudNumber;
  readonly id: string;
  readonly day: string;
  readonly category: string;
  readonly market: string;
  readonly type: string;
  readonly micros: number;
}

/** The bill of a business account: every delivered message with its price, in the order of delivery. */
export function billOf(book: GraphBook, businessId: string): readonly BillLine[] {
  const pricing = pricingOf(book);
  const free = new Map<string, number>();
  const paid = new Map<string, number>();
  const next = (counts: Map<string, number>, key: string) => {
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return counts.get(key) ?? 0;
  };
  return [...pricing.delivered.values()]
    .filter(({ number }) => number.businessId === businessId)
    .sort((a, b) => a.at - b.at)
    .map((one) => {
      const { number, id, category, market, type } = one;
      const day = dayOf(one.at * 1000, number.zone);
      const month = day.slice(0, 7);
      const line = { number, id, day, category, market, type, micros: 0 };
      if (!one.billable) return line;
      const isAllowed = category === "service" && !pricing.marksFree;
      if (isAllowed && next(free, `${number.id} ${month}`) <= pricing.freeServiceMessages)
        return { ...line, type: "free_allowance" };
      const count = next(paid, `${month} ${market} ${category}`);
      return { ...line, micros: priceOf(pricing.card, { category, market, day, count }) };
    });
}

function priceOf(
  card: readonly CardPrice[],
  { category, market, day, count }: { category: string; market: string; day: string; count: number },
): number {
  const inForce = (wanted: string) =>
    card
      .filter((price) => price.market === market && price.category === wanted)
      .filter((price) => price.from <= day && (price.to === undefined || price.to >= day))
      .filter(({ stepFrom = 0 }) => stepFrom <= count)
      .sort((a, b) => (b.stepFrom ?? 0) - (a.stepFrom ?? 0))[0];
  // Answers cost what utility templates cost, without volume steps.
  const found =
    category === "service"
      ? (inForce("service") ??
        card.find(
          (price) =>
            price.market === market && price.category === "utility" && !price.stepFrom && price.from <= day,
        ))
      : inForce(category);
  return found?.micros ?? 0;
}

/** Answers `?fields=pricing_analytics.start(…).end(…)…` with the volumes and costs per day, category, type and country. */
export function answerAnalytics(book: GraphBook, businessId: string, fields: string): object {
  const bound = (name: string) => Number(new RegExp(`\\.${name}\\((\\d+)\\)`).exec(fields)?.[1] ?? 0);
  const [start, end] = [bound("start"), bound("end")];
  const phones = /\.phone_numbers\((\[[^\]]*\])\)/.exec(fields)?.[1];
  const wanted = phones === undefined ? null : (JSON.parse(phones) as string[]);
  const points = new Map<string, { volume: number; micros: number; at: number; line: BillLine }>();
  for (const line of billOf(book, businessId)) {
    const delivered = pricingOf(book).delivered.get(line.id);
    const at = delivered?.at ?? 0;
    if (at < start || at >= end) continue;
    if (wanted && !wanted.includes(delivered?.number.phone ?? "")) continue;
    const key = [line.day, line.category, line.type, line.market].join("|");
    const point = points.get(key) ?? { volume: 0, micros: 0, at, line };
    point.volume += 1;
    point.micros += line.micros;
    points.set(key, point);
  }
  const dataPoints = [...points.values()].map(({ volume, micros, at, line }) => ({
    start: at,
    end: at + 86_400,
    country: line.market,
    pricing_type: line.type.toUpperCase(),
    pricing_category: line.category.toUpperCase(),
    volume,
    cost: micros / 1_000_000,
  }));
  return { id: businessId, pricing_analytics: { data: [{ data_points: dataPoints }] } };
}

import { MAX_CARD_PRICES, MAX_CARD_ROWS } from "#inbox/costs/contract.ts";
import { badRateFile } from "#inbox/costs/errors.ts";
import { readRecord } from "#platform/csv-record.ts";

export interface CardPrice {
  readonly currency: string;
  readonly market: string;
  readonly category: string;
  readonly stepFrom: number;
  readonly micros: number;
}

const CURRENCY_SIGNS: Readonly<Record<string, string>> = {
  $US: "USD",
  US$: "USD",
  $: "USD",
  R$: "BRL",
  "€": "EUR",
  "£": "GBP",
};
/** Headings of columns that contain no prices. */
const OTHER = new Set([
  "market",
  "currency",
  "from",
  "volume tier from",
  "volume from",
  "to",
  "volume tier to",
]);
/** Maximum number of columns. Meta's card has six; the limit bounds the work, because every row is read once per column. */
const MAX_COLUMNS = 40;
const STEP = ["from", "volume tier from", "volume from"];

/**
 * Reads a price card: one row per market with a column per category, as Meta publishes it, optionally with the first
 * message of a volume step ("From"). "n/a" and an empty cell mean that there is no price. Pure. Throws 400 ERR_RATE_FILE.
 */
export function readCard(text: string): readonly CardPrice[] {
  const [heading, ...rows] = recordsOf(text);
  if (!heading) throw badRateFile(1, "empty");
  if (heading.length > MAX_COLUMNS) throw badRateFile(1, "columns");
  const titles = heading.map((title) => title.trim().toLowerCase());
  const column = (name: string) => titles.indexOf(name);
  const [market, currency] = [column("market"), column("currency")];
  if (market < 0 || currency < 0) throw badRateFile(1, "columns");
  const step = titles.findIndex((title) => STEP.includes(title));
  const categories = titles.flatMap((title, index) =>
    title === "" || OTHER.has(title) ? [] : [{ index, category: title.replaceAll(/[\s-]+/g, "_") }],
  );
  if (categories.length === 0) throw badRateFile(1, "columns");
  const prices: CardPrice[] = [];
  for (const [index, cells] of rows.entries()) {
    const row = index + 2;
    if (cells.every((cell) => cell.trim() === "")) continue;
    const sign = (cells[currency] ?? "").trim();
    const base = {
      currency: CURRENCY_SIGNS[sign] ?? sign.toUpperCase(),
      market: (cells[market] ?? "").trim(),
      stepFrom: step < 0 ? 0 : stepOf(cells[step] ?? "", row),
    };
    if (base.market === "" || base.market.length > 60) throw badRateFile(row, "market");
    if (!/^[A-Z]{3}$/.test(base.currency)) throw badRateFile(row, "currency");
    for (const { index: at, category } of categories) {
      const cell = (cells[at] ?? "").trim();
      if (cell === "" || /^n\/?a$/i.test(cell) || cell === "--") continue;
      prices.push({ ...base, category: category.slice(0, 40), micros: microsOf(cell, row) });
      if (prices.length > MAX_CARD_PRICES) throw badRateFile(row, "rows");
    }
  }
  if (prices.length === 0) throw badRateFile(2, "empty");
  return prices;
}

function recordsOf(text: string): string[][] {
  const plain = `${text.replace(/^\uFEFF/, "").trimEnd()}\n`;
  const firstLine = plain.slice(0, plain.indexOf("\n"));
  const separator = firstLine.split(";").length > firstLine.split(",").length ? ";" : ",";
  const records: string[][] = [];
  for (let from = 0; from < plain.length; ) {
    const record = readRecord(plain, from, { separator, plain: (cell) => cell, isLenient: true });
    if (!record) break;
    records.push([...record.values]);
    if (records.length > MAX_CARD_ROWS + 1) throw badRateFile(records.length, "rows");
    from = record.end;
  }
  return records;
}

/** A decimal price in millionths, exactly: digits are moved, never multiplied as a float. */
function microsOf(cell: string, row = 0): number {
  const found = /^[^\d,.-]{0,4}(\d{1,6})(?:[.,](\d{1,6}))?$/.exec(cell.replaceAll(" ", ""));
  if (!found) throw badRateFile(row, "price");
  return Number(found[1]) * 1_000_000 + Number((found[2] ?? "").padEnd(6, "0"));
}

function stepOf(cell: string, row: number): number {
  const digits = cell.replaceAll(/[.,\s]/g, "");
  if (!/^\d{0,9}$/.test(digits)) throw badRateFile(row, "step");
  // Meta counts from 0 or 1; both mean the first message.
  return Number(digits) <= 1 ? 0 : Number(digits);
}

/** What a month of messages costs a company whose provider pays Meta. */
interface PassedOn {
  /** Sum of the ledger, in millionths of the price card's currency. */
  readonly micros: number;
  /** Reais per unit of that currency, in millionths: 5.40 = 5,400,000. */
  readonly rate: number;
  readonly marginPercent: number;
}

/** millionths × millionths × percent, per cent of a real. */
const UNITS_PER_CENT = 1_000_000_000_000n;

/** Cents of an invoice line, rounded half up; in integers, because the product exceeds 2^53. Pure. */
export function centsOf({ micros, rate, marginPercent }: PassedOn): number {
  const units = BigInt(micros) * BigInt(rate) * BigInt(100 + marginPercent);
  return Number((units + UNITS_PER_CENT / 2n) / UNITS_PER_CENT);
}

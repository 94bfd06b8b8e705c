/** A value in a table of the old system. */
export type Cell = string | number | boolean | Date | null | readonly object[];
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** Columns whose text has another type in CREATE TABLE. */
  readonly rows: Iterable<readonly Cell[]>;
}

/** Size and version of an installation of the old system. */
export interface OfficeOptions {
  /** `community`: one company, no columns for it; `saas`: companies, plans, attendances. */
  readonly version: "community" | "saas";
  readonly companies?: number;
  readonly tickets?: number;
  readonly messagesPerTicket?: number;
  /** Number of characters in each message's stored network payload (`dataJson`); default none. */
  readonly rawChars?: number;
  /** Hash of the password of all users. */
  readonly passwordHash: string;
  /** The latest time in the data, ms. */
  readonly now: number;
}

const DAY = 24 * 60 * 60_000;

/** The common data of all tables of an installation: numbers, times, and the columns every table has. */
export function shapeOf(options: OfficeOptions) {
  const { version, tickets: perCompany = 20, messagesPerTicket = 10, now } = options;
  const saas = version === "saas";
  const companies = saas ? (options.companies ?? 2) : 1;
  const from = now - 90 * DAY;
  return {
    saas,
    companies,
    perCompany,
    messagesPerTicket,
    now,
    from,
    each: <T>(make: (company: number) => readonly T[]): readonly T[] =>
      Array.from({ length: companies }, (_, at) => make(at + 1)).flat(),
    /** Builds a table with the common columns; the company column only in the multi-company version. */
    table(name: string, columns: readonly string[], rows: Table["rows"], own = true): Table {
      const hasCompany = saas && own;
      const all = ["id", ...columns, ...(hasCompany ? ["companyId"] : []), "createdAt", "updatedAt"];
      return { name, columns: all, rows };
    },
    ends: (company: number, at = from): readonly Cell[] =>
      saas ? [company, new Date(at), new Date(at)] : [new Date(at), new Date(at)],
    plain: (at = from): readonly Cell[] => [new Date(at), new Date(at)],
    ticketId: (company: number, index: number): number => (company - 1) * perCompany + index + 1,
    startOf: (index: number): number => from + Math.floor((index * 80 * DAY) / Math.max(1, perCompany)),
    statusOf: (index: number): string =>
      index >= perCompany - 2 ? "pending" : index >= perCompany - 6 ? "open" : "closed",
  };
}
export type Shape = ReturnType<typeof shapeOf>;

/**
 * The cells of an installation, as one process sees them (docs/rules/cells.md). One machine has one cell, `oneCell`: it
 * finds nothing elsewhere and grants every reservation.
 */
export interface Cells {
  /** Number of the cell of this process. */
  readonly own: number;
  /** Cells that have or had an owner, this one included, ascending. */
  all(): readonly number[];
  /** The cell that serves a company: the one its id names, unless the company was moved. Reads memory only. */
  ofCompany(companyId: number): number;
  readonly directory: Directory;
  /** Changes of the cell of a company; null on one machine. */
  readonly moves: CompanyMoves | null;
  /**
   * Sends a request to the owner of another cell, which handles it as if it had received it itself and never forwards it.
   * Throws 503 ERR_NOT_DURABLE when that owner does not answer.
   */
  forward(cell: number, request: Request, caller: ForwardedCaller): Promise<Response>;
  /** The address of the owner's socket in another cell, for `relaySocket`; null while it has no owner. */
  openSocket(cell: number, caller: ForwardedCaller): WebSocket | null;
}

/**
 * Decides between two cells which one serves a company (docs/rules/cells.md#move). Each function writes by compare-and-set, and
 * throws 503 ERR_NOT_DURABLE when the servers do not answer; the write may have happened then, and the call may be repeated.
 */
export interface CompanyMoves {
  /** The cell that the directory names for a company. Reads memory, which is at most some seconds old. */
  cellOf(companyId: number): number;
  /** Reads the newest entries now. Rejects when the servers do not answer. */
  refresh(): Promise<void>;
  /**
   * Marks a company of this cell as claimed by a move, a random text. Only the last claim of a company can be completed. False:
   * another cell has the company.
   */
  claim(companyId: number, move: string): Promise<boolean>;
  /** Gives a claimed company to another cell. False: the claim was ended; `settle` returns which cell has the company. */
  complete(companyId: number, move: string, to: number): Promise<boolean>;
  /**
   * Ends a claim, if there is one, and returns the cell that has the company. From then on no earlier claim can be completed, also
   * by a process that was frozen meanwhile.
   */
  settle(companyId: number): Promise<number>;
  /** Writes the entry of a company of this cell again when the servers have lost it. */
  restore(companyId: number): Promise<void>;
}

/** Who sent a forwarded request, as the first process saw it. */
export interface ForwardedCaller {
  readonly ip: string;
  readonly https: boolean;
  readonly host: string;
}

/** Kinds of values that are unique in an installation, or that a request brings without naming its company. */
export const DIRECTORY_KINDS = ["login", "name", "api-key", "token", "meta", "link"] as const;
export type DirectoryKind = (typeof DIRECTORY_KINDS)[number];

/** `value` in the form in which its row stores it: an e-mail in lower case, the hash of a key. */
export interface DirectoryKey {
  readonly kind: DirectoryKind;
  readonly value: string;
}

export interface DirectoryEntry {
  /** The cell that wrote the entry. When the entry names a company, the cell of the company counts: it may have been moved. */
  readonly cell: number;
  /** Null while the company is being created. */
  readonly companyId: number | null;
}

/** An entry as it is stored, for the sweep that compares the directory with the rows. */
export interface StoredEntry extends DirectoryEntry {
  readonly kind: DirectoryKind;
  /** As `Directory.nameOf` gives it. */
  readonly name: string;
  /** When it was last reserved or confirmed, ms. */
  readonly atMs: number;
  /** Changes with each write of the entry. */
  readonly revision: number;
}

/**
 * Which company and cell a value belongs to (docs/rules/cells.md#directory). A cell makes the claims and releases of one value
 * one after the other (`tenants/reserve.ts`), so an adapter only has to arbitrate between cells.
 */
export interface Directory {
  /** False: this cell is the only one, nothing is stored, and there is nothing to compare with the rows. */
  readonly isShared: boolean;
  /** Null: no cell has the value if `isComplete`. Throws 503 ERR_NOT_DURABLE when the servers do not answer. */
  find(key: DirectoryKey): Promise<DirectoryEntry | null>;
  /**
   * Claims a value for this cell before the commit that writes it. Null: another company has it. `companyId` is null for a
   * company that does not exist yet. An entry that this company has already is claimed again, and its time is renewed. An
   * entry of this cell that was never confirmed is left over from a killed process and is taken over. Throws 503
   * ERR_NOT_DURABLE, also while the directory is not complete.
   */
  reserve(key: DirectoryKey, companyId: number | null): Promise<Reservation | null>;
  /** Removes the entry of a value after the commit that deleted it, if it belongs to this company. Never throws. */
  release(key: DirectoryKey, companyId: number): Promise<void>;
  /** The name under which the entry of a value is stored; it does not reveal the value. */
  nameOf(key: DirectoryKey): string;
  /** All entries of this cell, in any order. Throws 503 ERR_NOT_DURABLE. */
  entriesOfCell(): AsyncIterable<StoredEntry>;
  /**
   * Writes the confirmed entry of a row, also over another entry of this cell: within a cell the rows decide. False: another
   * cell has the value. Throws 503 ERR_NOT_DURABLE.
   */
  restore(key: DirectoryKey, companyId: number): Promise<boolean>;
  /** Removes an entry unless it was written since it was read. Returns whether it was removed. Throws 503 ERR_NOT_DURABLE. */
  remove(entry: StoredEntry): Promise<boolean>;
  /**
   * Whether all other cells have written their rows into the directory. While it is false a value without an entry may exist
   * in another cell, so that "unknown" must be answered with 503. At most 5 s old. Throws 503 ERR_NOT_DURABLE.
   */
  isComplete(): Promise<boolean>;
  /** Whether a sweep of this cell has ended since the directory was made. Throws 503 ERR_NOT_DURABLE. */
  isFilled(): Promise<boolean>;
  /** Notes that a sweep of this cell has ended, with the number of rows whose value another cell has. Throws 503 ERR_NOT_DURABLE. */
  noteFilled(mismatches: number): Promise<void>;
}

/** A claim of one value. Call exactly one of its functions; the entry of a killed process is removed later. */
export interface Reservation {
  /** After the commit: the entry names this company, also when it was lost meanwhile. Never throws. */
  confirm(companyId: number): Promise<void>;
  /** After a failure: the entry is as it was before this claim, unless it was written since. Never throws. */
  withdraw(): Promise<void>;
}

/** Companies per cell: the id of a company names its cell. */
const COMPANIES_PER_CELL = 1_000_000;
/** Rows per cell in a table of the system file whose ids are known outside of their cell: invoices, exports, imports. */
const ROWS_PER_CELL = 1_000_000_000;

/** First and last id that a cell gives. */
export interface IdRange {
  readonly from: number;
  readonly to: number;
}

const numberOf = (id: number, perCell: number) => Math.max(1, Math.floor(id / perCell));
const rangeOf = (cell: number, perCell: number): IdRange => ({
  from: cell === HOME_CELL ? 1 : cell * perCell,
  to: (cell + 1) * perCell - 1,
});

/** The cell that an id names: cell 1 has the ids below 2,000,000. */
export const cellOfId = (companyId: number): number => numberOf(companyId, COMPANIES_PER_CELL);

/** The ids that a cell gives to its companies. */
export const idsOfCell = (cell: number): IdRange => rangeOf(cell, COMPANIES_PER_CELL);

/** The cell that made an invoice, an export or an import: cell 1 has the ids below 2,000,000,000. */
export const cellOfRow = (id: number): number => numberOf(id, ROWS_PER_CELL);

/** The ids that a cell gives to its invoices, exports and imports. */
export const rowIdsOfCell = (cell: number): IdRange => rangeOf(cell, ROWS_PER_CELL);

/** The id after the last one of a range; null: none is used yet. */
export const nextIdIn = ({ from }: IdRange, last: number | null): number => (last ?? from - 1) + 1;

/** The home cell has the provider's company and the provider-wide rows. */
export const HOME_CELL = 1;

const granted: Reservation = { confirm: async () => {}, withdraw: async () => {} };

/** The cells of one machine, or of a cluster that has one. */
export const oneCell = (own = HOME_CELL): Cells => {
  const all = [own];
  return {
    own,
    all: () => all,
    ofCompany: () => own,
    directory: {
      isShared: false,
      find: async () => null,
      reserve: async () => granted,
      release: async () => {},
      nameOf: ({ kind, value }) => `${kind}.${value}`,
      entriesOfCell: async function* () {},
      restore: async () => true,
      remove: async () => false,
      isComplete: async () => true,
      isFilled: async () => true,
      noteFilled: async () => {},
    },
    moves: null,
    forward() {
      throw new Error("one machine has no other cell");
    },
    openSocket: () => null,
  };
};

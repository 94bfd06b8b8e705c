/** A company whose file can free its memory. */
interface Evictable {
  evict(): boolean;
  /** Frees the cached pages of the open file; the next use reads them again. */
  releasePages(): void;
}

/** Decides which companies keep their file in memory. */
export interface EvictionList<Company extends Evictable> {
  used(company: Company): void;
  forget(company: Company): void;
}

const MB = 1024 ** 2;
/** Memory of the program without any company, bytes. */
const PROGRAM = 256 * MB;
/** Memory for one loaded company and two evicted ones (twice as many may be evicted as loaded), bytes. */
const PER_COMPANY = 4.5 * MB;

/** Default number of loaded companies for a memory limit in bytes: one per 4.5 MB beyond the program. */
export function loadedCompaniesWithin(memory: number): number {
  return Math.min(1000, Math.max(40, Math.round((memory - PROGRAM) / PER_COMPANY)));
}

/** Maximum number of places for companies that are rarely used. */
const MOST_PASSING = 32;
/** A company gets a lasting place when it is used this many times as often as the one that it replaces. */
const MORE_OFTEN = 2;

/**
 * Keeps at most `most` companies loaded (docs/rules/limits.md#companies-in-memory). When more than that are used in turn, evicting the
 * least recently used one would reopen a file for every request: each company would be evicted shortly before its next use. So most places
 * are lasting. A company gets one when there is room, or when it is used twice as often as the company in the list that was used
 * longest ago. The other companies pass through a quarter of the places, in which the least recently used one is evicted first.
 *
 * Half of the companies, those used last, keep the pages they have read: about a quarter of their memory, read again in 0.1 ms.
 */
export function createEvictionList<Company extends Evictable>(most: number): EvictionList<Company> {
  const mostPassing = Math.min(MOST_PASSING, Math.ceil(most / 4));
  const mostLasting = most - mostPassing;
  const mostWithPages = Math.ceil(most / 2);
  // All in the order of their last use.
  const lasting = new Set<Company>();
  const passing = new Set<Company>();
  const withPages = new Set<Company>();
  const usedAt = new WeakMap<Company, number>();
  let uses = 0;
  let last: Company | undefined;
  let isPlanned = false;

  const replaced = (company: Company): Company | undefined => {
    const before = usedAt.get(company);
    const [oldest] = lasting;
    if (before === undefined || oldest === undefined) return undefined;
    return uses - (usedAt.get(oldest) ?? 0) > MORE_OFTEN * (uses - before) ? oldest : undefined;
  };
  const place = (company: Company): void => {
    if (lasting.delete(company)) return void lasting.add(company);
    if (passing.delete(company)) return void passing.add(company);
    if (lasting.size < mostLasting) return void lasting.add(company);
    const oldest = replaced(company);
    if (oldest === undefined) return void passing.add(company);
    lasting.delete(oldest);
    lasting.add(company);
    passing.add(oldest);
  };
  const isOver = () => passing.size > mostPassing || withPages.size > mostWithPages;
  const evictSurplus = () => {
    isPlanned = false;
    for (const company of oldestBeyond(passing, mostPassing)) {
      company.evict();
      passing.delete(company);
      withPages.delete(company);
    }
    for (const company of oldestBeyond(withPages, mostWithPages)) {
      company.releasePages();
      withPages.delete(company);
    }
  };
  return {
    used(company) {
      if (last === company && (lasting.has(company) || passing.has(company))) return;
      last = company;
      uses += 1;
      place(company);
      usedAt.set(company, uses);
      withPages.delete(company);
      withPages.add(company);
      if (!isOver() || isPlanned) return;
      isPlanned = true;
      // Evicts in a separate turn of the event loop, when no caller is executing a statement.
      setImmediate(evictSurplus);
    },
    forget(company) {
      lasting.delete(company);
      passing.delete(company);
      withPages.delete(company);
    },
  };
}

const oldestBeyond = <Item>(ordered: ReadonlySet<Item>, most: number): readonly Item[] =>
  [...ordered].slice(0, Math.max(0, ordered.size - most));

import { trimMemory } from "#platform/process/trim-memory.ts";
import type { LoadedLimit } from "./loaded-limit.ts";

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
  /** Compares the memory with the limit now, also when no company is being opened. */
  fit(): void;
}

/** Maximum number of places for companies that are rarely used. */
const MOST_PASSING = 32;
/** A company gets a lasting place when it is used this many times as often as the company that it replaces. */
const MORE_OFTEN = 2;

/**
 * Keeps at most `limit.most` companies loaded (docs/rules/limits.md#companies-in-memory). When more than that are used in turn, evicting the
 * least recently used one would reopen a file for every request: each company would be evicted shortly before its next use. So most places
 * are lasting. A company gets one when there is room, or when it is used twice as often as the company in the list that was used
 * longest ago. The other companies pass through a quarter of the places, in which the least recently used one is evicted first.
 *
 * A third of the companies, those used last, keep the pages they have read: about a fifth of their memory, read again in 0.1 ms.
 */
export function createEvictionList<Company extends Evictable>(limit: LoadedLimit): EvictionList<Company> {
  const mostPassing = () => Math.min(MOST_PASSING, Math.ceil(limit.most / 4));
  const mostLasting = () => limit.most - mostPassing();
  const mostWithPages = () => Math.ceil(limit.most / 3);
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
    if (lasting.size < mostLasting()) return void lasting.add(company);
    const oldest = replaced(company);
    if (oldest === undefined) return void passing.add(company);
    lasting.delete(oldest);
    lasting.add(company);
    passing.add(oldest);
  };
  const forget = (company: Company): void => {
    lasting.delete(company);
    passing.delete(company);
    withPages.delete(company);
  };
  const isOver = () => passing.size > mostPassing() || withPages.size > mostWithPages();
  const evictSurplus = () => {
    isPlanned = false;
    const isLower = limit.review();
    for (const company of [
      ...oldestBeyond(lasting, mostLasting()),
      ...oldestBeyond(passing, mostPassing()),
    ]) {
      company.evict();
      forget(company);
    }
    for (const company of oldestBeyond(withPages, mostWithPages())) {
      company.releasePages();
      withPages.delete(company);
    }
    if (isLower) trimMemory();
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
    forget,
    fit: evictSurplus,
  };
}

const oldestBeyond = <Item>(ordered: ReadonlySet<Item>, most: number): readonly Item[] =>
  [...ordered].slice(0, Math.max(0, ordered.size - most));

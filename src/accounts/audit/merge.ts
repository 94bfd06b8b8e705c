import { HOME_CELL } from "#platform/cells.ts";
import type { Gathered } from "#platform/http/cells/cell-rule.ts";
import type { AuditEntry, AuditPage, AuditPerson, ProviderAuditQuery } from "./contract.ts";

/** Entries of a page. */
export const PAGE_SIZE = 50;
/** People in the filter of a trail. */
const MOST_PEOPLE = 2000;
/** Ids of entries on a page over several cells: cell n ≥ 2 has those from n times this number. */
const ENTRIES_PER_CELL = 1_000_000_000_000;

/** The page of the trail of one cell. */
export interface TrailPart extends AuditPage {
  readonly cell: number;
}

/** The position in the trail of a cell; undefined: its beginning. */
export function positionIn(before: ProviderAuditQuery["before"], cell: number): number | undefined {
  return typeof before === "string" ? positionsOf(before).get(cell) : before;
}

const positionsOf = (text: string): Map<number, number> =>
  new Map(
    text.split(",").map((pair) => {
      const [cell = 0, id = 0] = pair.split(":").map(Number);
      return [cell, id];
    }),
  );

/**
 * A page of the provider's trail from those of its cells (docs/rules/cells.md#lists): the newest entry of all cells first, each
 * cell in the order of its ids. `next` has the position in each cell, because ids of different cells cannot be compared.
 */
export function mergeTrails(
  parts: readonly TrailPart[],
  { query }: Pick<Gathered<unknown, ProviderAuditQuery>, "query">,
): AuditPage {
  const positions = typeof query.before === "string" ? positionsOf(query.before) : new Map<number, number>();
  const rests = parts.map(({ cell, records, hasMore }) => ({ cell, records: [...records], hasMore }));
  const records: AuditEntry[] = [];
  while (records.length < PAGE_SIZE) {
    const newest = rests.reduce<(typeof rests)[number] | null>((found, rest) => {
      const [entry] = rest.records;
      const [best] = found?.records ?? [];
      return entry !== undefined && (best === undefined || entry.at > best.at) ? rest : found;
    }, null);
    const entry = newest?.records.shift();
    if (!newest || !entry) break;
    positions.set(newest.cell, entry.id);
    const offset = newest.cell === HOME_CELL ? 0 : newest.cell * ENTRIES_PER_CELL;
    records.push({ ...entry, id: offset + entry.id });
  }
  return {
    records,
    hasMore: rests.some((rest) => rest.records.length > 0 || rest.hasMore),
    next: [...positions].map(([cell, id]) => `${cell}:${id}`).join(","),
  };
}

/** People named in the trails of all cells, by name: each has the same id in every cell. */
export function mergePeople(parts: readonly (readonly AuditPerson[])[]): readonly AuditPerson[] {
  const people = new Map(parts.toReversed().flatMap((part) => part.map((person) => [person.id, person])));
  return [...people.values()]
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id))
    .slice(0, MOST_PEOPLE);
}

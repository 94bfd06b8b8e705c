/** Rows per page of a list, unless a rule defines another size (docs/rules/general.md#paging). */
export const PAGE_SIZE = 20;
/** Maximum rows of a `…/list` response (docs/rules/general.md#paging). */
export const LIST_SIZE = 2000;

/** One page of a list with a stable order (by name); `read` gets limit and offset. */
export function pageOfRows<Row>(
  count: number,
  pageNumber: number,
  read: (limit: number, offset: number) => readonly Row[],
): { readonly rows: readonly Row[]; readonly count: number; readonly hasMore: boolean } {
  const offset = (pageNumber - 1) * PAGE_SIZE;
  const rows = offset >= count ? [] : read(PAGE_SIZE, offset);
  return { rows, count, hasMore: offset + rows.length < count && rows.length > 0 };
}

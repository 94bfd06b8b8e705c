/** A copy of the list with one item moved; the list itself when an index is outside it. */
export const moveItem = <Item>(items: readonly Item[], from: number, to: number): readonly Item[] =>
  from in items && to in items ? items.toSpliced(from, 1).toSpliced(to, 0, items[from] as Item) : items;

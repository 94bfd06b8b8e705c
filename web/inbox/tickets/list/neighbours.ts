/** The other rows of a list as they take the place of a row that leaves: those below it, then those above it, nearest first. */
export function neighboursOf(id: number, order: readonly number[]): readonly number[] {
  const at = order.indexOf(id);
  return at < 0 ? order : [...order.slice(at + 1), ...order.slice(0, at).reverse()];
}

/** Somebody on the list of a queue, as he stands now. */
export interface Listed {
  readonly id: number;
  /** Active, in the queue, online and not away. */
  readonly there: boolean;
  /** Tickets he has open or is offered; counted only where there is a limit. */
  readonly load: number;
  /** 0 = no limit. */
  readonly limit: number;
}

/** Below his limit: what is offered counts, so that accepting it never takes him above. */
export const isFree = ({ there, load, limit }: Listed): boolean => there && (limit === 0 || load < limit);

/**
 * Who gets the next ticket (docs/rules/distribution.md#pick): the first free one behind whoever got the last, around
 * the list. `had` = offered to already in this round, `skipId` = passed over this once. Null = nobody.
 */
export function nextInTurn(
  list: readonly Listed[],
  lastId: number | null,
  had: ReadonlySet<number>,
  skipId: number | null,
): number | null {
  const start = list.findIndex(({ id }) => id === lastId) + 1;
  const inTurn = [...list.slice(start), ...list.slice(0, start)];
  return inTurn.find((user) => isFree(user) && !had.has(user.id) && user.id !== skipId)?.id ?? null;
}

/** Offline this long loses what was offered (docs/rules/distribution.md#pick). */
export const OFFLINE_MS = 2 * 60_000;

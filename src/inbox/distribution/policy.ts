/** A person on the distribution list of a queue, with the current state. */
export interface Listed {
  readonly id: number;
  /** Active, in the queue, online and not away. */
  readonly there: boolean;
  /** Tickets the user has open or is offered; counted only where there is a limit. */
  readonly load: number;
  /** 0 = no limit. */
  readonly limit: number;
}

/** Below their limit; offered tickets count, so that accepting one never exceeds it. */
export const isFree = ({ there, load, limit }: Listed): boolean => there && (limit === 0 || load < limit);

/**
 * Picks who gets the next ticket (docs/rules/distribution.md#pick): the first free person after the last one picked,
 * round robin. `had` = offered to already in this round, `skipId` = skipped in this pick. Null = no one.
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

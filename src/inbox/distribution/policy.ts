/** A user on the distribution list of a queue, with the current state. */
export interface Listed {
  readonly id: number;
  /** True for an active user of the queue who is online and not away. */
  readonly there: boolean;
  /** Number of tickets that the user has open or is offered; counted only for users with a limit. */
  readonly load: number;
  /** 0 = no limit. */
  readonly limit: number;
}

/** True below the limit. Offered tickets count, so that accepting an offer never exceeds the limit. */
export const isFree = ({ there, load, limit }: Listed): boolean => there && (limit === 0 || load < limit);

/**
 * Picks the user who gets the next ticket (docs/rules/distribution.md#pick): round robin, the first available user
 * after the last one picked. `had`: users offered the ticket in this round; `skipId`: skipped in this pick. Null = no
 * user.
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

/** A user who is offline for this long loses offered tickets, ms (docs/rules/distribution.md#pick). */
export const OFFLINE_MS = 2 * 60_000;

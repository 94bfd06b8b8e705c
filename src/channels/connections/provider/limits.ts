/** The lock of new chats as the network states it (docs/rules/reach.md#kinds). */
export interface ReachoutLock {
  readonly isActive: boolean;
  /** End in ms; null when the network gives none. */
  readonly endsAt: number | null;
  /** Kind of lock, unchanged as the network names it. */
  readonly type: string;
}

/** A limit of new chats per cycle. The network counts two types; which one applies to whom is unknown. */
export interface NewChatQuota {
  readonly type: string;
  /** Unchanged as the network names it: NONE, FIRST_WARNING, SECOND_WARNING, CAPPED. */
  readonly status: string;
  /** Null = no limit. */
  readonly total: number | null;
  readonly used: number;
  /** The cycle, ms; null when the network gives no time. */
  readonly startsAt: number | null;
  readonly endsAt: number | null;
}

/** What the network stated about the account; `lock` is null when it stated nothing about it. */
export interface AccountLimits {
  readonly lock: ReachoutLock | null;
  readonly quotas: readonly NewChatQuota[];
}

/** The network banned the account (`<failure>` 402, 403, 406). */
export interface Ban {
  readonly reason: 402 | 403 | 406;
  /** Why, as the network numbers it: 101 too many strangers, 102 blocked by people … */
  readonly code: number | null;
  /** Remaining time of a temporary ban, ms; null when the network gives none. */
  readonly remainingMs: number | null;
  /** Header and text for people that the network sent; "" = none. */
  readonly text: string;
}

import type { TicketListQuery, TicketStatus } from "#inbox/tickets/contract.ts";
import { type Person, seesEverybody } from "#inbox/tickets/policy.ts";

/** The tickets of one status in a list. */
export interface Part {
  readonly status: TicketStatus;
  /** Their queues, a null inside = without queue; null = every queue. */
  readonly queues: readonly (number | null)[] | null;
  /** Only those of this attendant. */
  readonly ownerId: number | null;
  /** Beside those of `queues`, those this attendant owns (one's own open ticket is always seen). */
  readonly orOwnerId: number | null;
  /** Only those that are not offered, or offered to this attendant. */
  readonly candidateId: number | null;
}

export interface Scope {
  readonly statuses: readonly TicketStatus[];
  /** All open tickets the caller may see, not only their own. */
  readonly ofEverybody: boolean;
  /** Narrowed to these queues; missing or empty = all the caller has. */
  readonly queueIds?: readonly (number | null)[] | undefined;
}

const NOT_CLOSED = ["open", "pending"] as const;
const EVERY = [...NOT_CLOSED, "closed"] as const;

/**
 * What `status`, `showAll` and the filters of `GET /tickets` make of the scope (table of docs/rules/tickets.md#lists).
 */
export function scopeOf(person: Person, query: TicketListQuery): Scope {
  const { queueIds, searchParam, tags, users } = query;
  const unreadOnly = query.withUnreadMessages === "true";
  const byUser = seesEverybody(person) && Boolean(users?.length);
  const filtered = searchParam.trim() !== "" || Boolean(tags?.length) || byUser;
  const everybodysAsked = query.showAll === "true" && seesEverybody(person);
  if (query.status) return { statuses: [query.status], ofEverybody: everybodysAsked, queueIds };
  if (filtered && !unreadOnly) return { statuses: EVERY, ofEverybody: true, queueIds };
  return { statuses: NOT_CLOSED, ofEverybody: everybodysAsked, queueIds };
}

/**
 * The tickets of a scope that the caller may see, by status. Pure. Must agree with `canSee`
 * (docs/rules/tickets.md#permissions): that checks one ticket, this selects many.
 */
export function partsOf(person: Person, scope: Scope): readonly Part[] {
  const asked = scope.queueIds && scope.queueIds.length > 0 ? scope.queueIds : null;
  const admin = person.profile === "admin";
  const own = asked ? person.queueIds.filter((id) => asked.includes(id)) : person.queueIds;
  return scope.statuses.map((status) => {
    const mine = status === "open" && !scope.ofEverybody;
    return {
      status,
      queues: admin || (mine && !asked) ? asked : own,
      ownerId: mine ? person.id : null,
      orOwnerId: status === "open" && !mine && !admin && !asked ? person.id : null,
      candidateId: status === "pending" && !seesEverybody(person) ? person.id : null,
    };
  });
}

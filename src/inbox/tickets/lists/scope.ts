import type { TicketListQuery, TicketStatus } from "#inbox/tickets/contract.ts";
import { type Person, seesEverybody } from "#inbox/tickets/policy.ts";

/** The tickets of one status in a list. */
export interface Part {
  readonly status: TicketStatus;
  /** The queues of the tickets; null among them = without queue. Null instead of the list = every queue. */
  readonly queues: readonly (number | null)[] | null;
  /** When set, only tickets of this attendant. */
  readonly ownerId: number | null;
  /** When set, also the tickets of this attendant outside `queues` (one's own open ticket is always visible). */
  readonly orOwnerId: number | null;
  /** When set, only tickets that are not offered, or offered to this attendant. */
  readonly candidateId: number | null;
  /** Only tickets that are asleep (true) or awake (false); null = both. */
  readonly asleep: boolean | null;
  /** When set, also the tickets of any queue (of these queues) that this user participates in. */
  readonly participant: {
    readonly id: number;
    readonly queues: readonly (number | null)[] | null;
  } | null;
}

export interface Scope {
  readonly statuses: readonly TicketStatus[];
  /** True = all open tickets that the caller may see, not only their own. */
  readonly ofEverybody: boolean;
  /** Narrows the scope to these queues; absent or empty = all queues of the caller. */
  readonly queueIds?: readonly (number | null)[] | undefined;
  /** Open tickets that are asleep (true) or awake (false); absent = both. */
  readonly asleep?: boolean;
  /** True = also tickets that the caller sees as a participant only. */
  readonly participating?: boolean;
}

const NOT_CLOSED = ["open", "pending"] as const;
const EVERY = [...NOT_CLOSED, "closed"] as const;

/**
 * Derives the scope from `status`, `showAll` and the filters of `GET /tickets` (table of docs/rules/tickets.md#lists).
 */
export function scopeOf(person: Person, query: TicketListQuery): Scope {
  const { queueIds, searchParam, tags, users } = query;
  const unreadOnly = query.withUnreadMessages === "true";
  const byUser = seesEverybody(person) && Boolean(users?.length);
  const searched = searchParam.trim() !== "";
  const filtered = searched || Boolean(tags?.length) || byUser;
  const everybodysAsked = query.showAll === "true" && seesEverybody(person);
  // Tickets that the caller sees only as a participant are in the search and in the lists of participated and mentioned tickets, not
  // in other lists.
  const own = query.participating === "true" || query.mentioned === "true";
  if (own)
    return {
      statuses: query.status ? [query.status] : EVERY,
      ofEverybody: true,
      queueIds,
      participating: true,
    };
  const asked = { ofEverybody: everybodysAsked, queueIds };
  if (query.asleep === "true") return { ...asked, statuses: ["open"], asleep: true };
  if (query.status) return { ...asked, statuses: [query.status], ...(!searched && { asleep: false }) };
  if (filtered && !unreadOnly)
    return { statuses: EVERY, ofEverybody: true, queueIds, participating: searched };
  return { ...asked, statuses: NOT_CLOSED, asleep: false };
}

/**
 * Returns the tickets of a scope that the caller may see, by status. Pure. Must agree with `seesByRight`, and with
 * `participating` with `canSee` (docs/rules/tickets.md#permissions): they check one ticket, this function selects many.
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
      asleep: status === "open" ? (scope.asleep ?? null) : null,
      candidateId: status === "pending" && !seesEverybody(person) ? person.id : null,
      participant: scope.participating && !admin ? { id: person.id, queues: asked } : null,
    };
  });
}

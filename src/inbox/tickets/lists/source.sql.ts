import { LISTED, LISTED_JOINS, type ListedRow } from "#inbox/tickets/present.sql.ts";
import { allOf, type Condition, statement } from "./conditions.ts";
import type { TicketSort } from "./contract.ts";
import { ORDERS, type RecentCursor } from "./order.ts";

/** A walk: reads one index of a list from its beginning, so tickets are found in the list's order. */
export interface Walk {
  readonly index:
    | "ticket_list"
    | "ticket_list_user"
    | "ticket_list_queue"
    | "ticket_waiting"
    | "ticket_snoozed";
  readonly where: Condition;
}
/**
 * A SELECT of tickets in order: their `id`, their sort keys and `matches`, the number of matching tickets if it is
 * known.
 */
export interface Source {
  readonly ids: Condition;
  /** The same SELECT with every shown column, when a single walk suffices: each ticket is then read only once. */
  readonly shown?: Condition;
}
export type FoundRow = ListedRow & { readonly matches: number | null };

// CROSS JOIN keeps the small subquery as the outer loop, and thus its order.
export const shownRows = ({ ids, shown }: Source) =>
  statement<FoundRow>(
    shown ??
      ((bind) => `SELECT page.matches, ${LISTED} FROM (${ids(bind)}) page
    CROSS JOIN ticket t ON t.id = page.id ${LISTED_JOINS}`),
  );

/** The first `limit` tickets of a walk. */
function walked({ index, where }: Walk, sort: TicketSort, limit: number): Required<Source> {
  const { keys, ofTicket } = ORDERS[sort];
  return {
    ids: (bind) => `SELECT ${keys}, NULL AS matches FROM ticket t INDEXED BY ${index}
    WHERE ${where(bind)} ${ofTicket} LIMIT ${bind(limit)}`,
    shown: (bind) => `SELECT NULL AS matches, ${LISTED} FROM ticket t INDEXED BY ${index} ${LISTED_JOINS}
    WHERE ${where(bind)} ${ofTicket} LIMIT ${bind(limit)}`,
  };
}

/** The first `limit` tickets of several walks. */
export function merged(walks: readonly Walk[], sort: TicketSort, limit: number): Source {
  const branches = walks.map((walk) => walked(walk, sort, limit));
  const [only] = branches;
  if (!only) return { ids: () => "SELECT NULL AS id, NULL AS matches WHERE 0" };
  if (branches.length === 1) return only;
  return {
    ids: (bind) =>
      `${branches.map(({ ids }) => `SELECT * FROM (${ids(bind)})`).join(" UNION ALL ")}
    ${ORDERS[sort].sql} LIMIT ${bind(limit)}`,
  };
}

/**
 * Sorts the few matching tickets and returns the first `limit`. `running`: none of them is closed, so the condition is tested on the
 * index of open and pending tickets.
 */
export const sorted = (where: Condition, sort: TicketSort, limit: number, running = false): Source => ({
  ids: (bind) => `SELECT ${ORDERS[sort].keys}, count(*) OVER () AS matches FROM ticket t
    ${running ? "INDEXED BY ticket_waiting WHERE t.status <> 'closed' AND" : "WHERE"} ${where(bind)} ${ORDERS[sort].sql} LIMIT ${bind(limit)}`,
});

/** Sorts all matching tickets that are not closed, on their index alone, and returns the first `limit`. */
export const sortedRunning = (where: Condition, sort: TicketSort, limit: number): Source => ({
  ids: (bind) => `SELECT ${ORDERS[sort].keys}, NULL AS matches FROM ticket t INDEXED BY ticket_waiting
    WHERE t.status <> 'closed' AND ${where(bind)} ${ORDERS[sort].sql} LIMIT ${bind(limit)}`,
});

/** The tickets with these ids, in this order. */
export const theseTickets = (ids: readonly number[]): Source => ({
  ids: (bind) => `SELECT value AS id, NULL AS matches FROM json_each(${bind(JSON.stringify(ids))})`,
});

/** The last of the next `most` closed tickets after `after`, newest first; undefined = fewer tickets follow. Reads only the index. */
export const floorOf = (after: RecentCursor | undefined, most: number) =>
  statement<RecentCursor>((bind) => {
    const rest = after ? `AND ${ORDERS.recent.behind(after)(bind)}` : "";
    return `SELECT t.updated_at AS updatedAt, t.id FROM ticket t INDEXED BY ticket_list
    WHERE t.status = 'closed' ${rest} ${ORDERS.recent.ofTicket} LIMIT 1 OFFSET ${bind(most - 1)}`;
  });
/**
 * True for closed tickets that are not older than this one, and for all open and pending ones. `isClosed`: the list has only closed
 * tickets, so that the index read stops at this ticket.
 */
export const notBelow =
  ({ updatedAt, id }: RecentCursor, isClosed: boolean): Condition =>
  (bind) => {
    const above = `(t.updated_at, t.id) >= (${bind(updatedAt)}, ${bind(id)})`;
    return isClosed ? above : `(t.status <> 'closed' OR ${above})`;
  };

/** A ticket that a walk has read, possibly with the searched fields of its contact. */
export interface WalkedRow extends RecentCursor {
  readonly contactId: number;
}
const WALKED = "t.id, t.updated_at AS updatedAt, t.contact_id AS contactId";
/** Reads the next `limit` tickets of a walk in the order of newest change. */
export function stepOf(
  { index, where }: Walk,
  withContact: boolean,
  after: RecentCursor | undefined,
  limit: number,
) {
  const { behind, ofTicket } = ORDERS.recent;
  const columns = withContact ? `${WALKED}, c.name, c.number, c.email` : WALKED;
  const join = withContact ? "CROSS JOIN contact c ON c.id = t.contact_id" : "";
  const rest = after ? allOf([where, behind(after)]) : where;
  return statement<WalkedRow>(
    (bind) => `SELECT ${columns} FROM ticket t INDEXED BY ${index} ${join}
    WHERE ${rest(bind)} ${ofTicket} LIMIT ${limit}`,
  );
}

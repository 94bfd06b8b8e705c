import { countsOfBar } from "#inbox/ticket-views/select.ts";
import type { TicketAnswer, TicketListQuery } from "#inbox/tickets/contract.ts";
import { TicketListQuery as QuerySchema } from "#inbox/tickets/contract.ts";
import type { TicketSort } from "#inbox/tickets/lists/contract.ts";
import { ticketCounts, ticketLoads } from "#inbox/tickets/lists/counts.ts";
import { kanbanTickets, ticketPage } from "#inbox/tickets/lists/page.ts";
import { presentTickets } from "#inbox/tickets/present.ts";
import { pinnedTickets } from "#inbox/tickets/triage/pins.ts";
import { all } from "#platform/db/database.ts";
import { validate } from "#platform/http/validate.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { DEFAULT_FILTER, type ListFilter, listQuery } from "#web/inbox/tickets/list/list-filter.ts";
import { SORTS } from "#web/inbox/tickets/list/list-sort.ts";
import type { Browser } from "./browser.ts";
import {
  expectedBoard,
  expectedCounts,
  expectedList,
  expectedLoads,
  expectedView,
  type Rows,
  same,
} from "./expected-lists.ts";
import type { Office } from "./office.ts";

const filter = (fields: Partial<ListFilter>): ListFilter => ({ ...DEFAULT_FILTER, ...fields });

/** The filters that are compared: every list, every filter of the open lists, every view. */
export function filtersOf(office: Office, rows: Rows): ListFilter[] {
  const [tag = 1] = office.ids("SELECT id FROM tag LIMIT 1");
  const [connection = 1] = office.connections;
  const users = office.people.slice(0, 3).map(({ actor }) => actor.id);
  const open = [
    {},
    { everybody: true },
    { queues: [office.sales] },
    { queues: [0, office.support], everybody: true },
    { tags: [tag], everybody: true },
    { users },
    { connections: [connection], everybody: true },
    { priorities: [3, 4], everybody: true },
    { sla: ["missed" as const, "soon" as const], everybody: true },
    { sla: ["none" as const, "running" as const], everybody: true },
    { unread: true, everybody: true },
  ];
  return [
    ...(["attending", "waiting"] as const).flatMap((view) =>
      open.map((fields) => filter({ view, ...fields, ...(view === "waiting" && { everybody: false }) })),
    ),
    filter({ view: "snoozed" }),
    filter({ view: "snoozed", everybody: true }),
    filter({ view: "closed" }),
    filter({ view: "closed", queues: [office.sales] }),
    filter({ view: "search", search: "Cliente" }),
    filter({ view: "search", search: "Renomeado" }),
    filter({ view: "search", mine: "participating" }),
    filter({ view: "search", mine: "mentioned" }),
    ...[...rows.views.keys()].map((viewId) => filter({ view: "custom", viewId })),
  ];
}

const sortsOf = ({ view }: ListFilter): readonly TicketSort[] => SORTS[view];

function idsOf(person: UserCtx, list: ListFilter, sort: TicketSort): { ids: number[]; count: number } {
  const query = validate(QuerySchema, { ...listQuery(list), sort, pageNumber: "1" }) as TicketListQuery;
  const page = ticketPage(person, query);
  return { ids: page.tickets.map(({ id }) => id), count: page.count };
}

/** The lists of a person equal a computation from the rows. `isCompared`: chooses a share of them. */
export function compareLists(
  office: Office,
  rows: Rows,
  person: UserCtx,
  where: object,
  isCompared: () => boolean,
): void {
  const { actor } = person;
  const at = { ...where, person: actor.name };
  for (const list of filtersOf(office, rows)) {
    if (!isCompared()) continue;
    for (const sort of sortsOf(list)) {
      const expected = expectedList(rows, list, sort, actor);
      const found = idsOf(person, list, sort);
      same({ ...at, list: listQuery(list), sort }, found, { ids: expected, count: expected.length });
    }
  }
}

/** The counts and the board of a person equal a computation from the rows. */
export function compareCounts(rows: Rows, person: UserCtx, where: object): void {
  const { actor } = person;
  const at = { ...where, person: actor.name };
  for (const showAll of [false, true])
    same({ ...at, counts: showAll }, ticketCounts(person, showAll), expectedCounts(rows, actor, showAll));
  for (const withAsleep of [false, true])
    same(
      { ...at, board: withAsleep },
      kanbanTickets(person, undefined, withAsleep).tickets.map(({ id }) => id),
      expectedBoard(rows, actor, withAsleep),
    );
  const bar = countsOfBar(person);
  same(
    { ...at, what: "counts of views" },
    bar,
    Object.fromEntries(Object.keys(bar).map((id) => [id, expectedView(rows, id, actor)])),
  );
}

/** The numbers of the transfer dialog equal a computation from the rows. */
export const compareLoads = (office: Office, rows: Rows, where: object): void =>
  same({ ...where, what: "loads" }, ticketLoads(office.admin), expectedLoads(rows));

/** Number of lists that a page keeps open; not more than it keeps in memory. */
export function shownFilters(browser: Browser, office: Office): ListFilter[] {
  const views = office.ids("SELECT id FROM ticket_view ORDER BY id").map(String);
  return [
    filter({}),
    filter({ view: "attending", everybody: true }),
    filter({ view: "waiting" }),
    filter({ view: "snoozed" }),
    filter({ view: "closed" }),
    filter({ view: "waiting", unread: true }),
    filter({ view: "custom", viewId: ["unread", "urgent", "participating"][browser.userId % 3] ?? "" }),
    ...views.slice(0, 1).map((viewId) => filter({ view: "custom", viewId })),
  ];
}

/** What a page shows, updated by events alone, equals what the server answers now. */
export async function comparePage(
  office: Office,
  browser: Browser,
  person: UserCtx,
  where: object,
): Promise<void> {
  const at = { ...where, page: person.actor.name };
  const now = office.app.clock.now();
  for (const list of shownFilters(browser, office)) {
    const sort =
      list.view === "custom" ? list.viewSort : (browser.sorts[list.view] ?? sortsOf(list)[0] ?? "recent");
    const shown = await browser.shown(list);
    const { ids } = idsOf(person, list, sort);
    same(
      { ...at, list: listQuery(list) },
      shown.map(({ id }) => id),
      ids,
    );
    const answers = new Map(presentTickets(office.tenant, ids).map((ticket) => [ticket.id, ticket]));
    for (const ticket of shown)
      same(
        { ...at, list: listQuery(list), row: ticket.id },
        wire(ticket, now),
        wire(answers.get(ticket.id), now),
      );
  }
  same(
    { ...at, what: "pins" },
    browser.pins.tickets.peek().map(({ id }) => id),
    pinnedTickets(person)
      .tickets.filter(({ status }) => status !== "closed")
      .map(({ id }) => id),
  );
  const [unread] = all<{ n: number }>(
    office.tenant.db,
    "SELECT count(*) AS n FROM notification WHERE user_id = ? AND read_at IS NULL",
    person.actor.id,
  );
  same({ ...at, what: "unread notifications" }, browser.unreadNotices, unread?.n);
}

/**
 * A ticket as JSON, without the check marks of its last message: receipts reach watchers and the owner alone
 * (docs/rules/realtime.md#channels). A settled close and a close whose undo window has passed count as equal, because the page
 * compares the time.
 */
function wire(ticket: TicketAnswer | undefined, now: number): unknown {
  const settlesAt = ticket?.closeSettlesAt ?? null;
  const isOver = settlesAt !== null && Date.parse(settlesAt) <= now;
  const shown = { ...ticket, closeSettlesAt: isOver ? null : settlesAt, lastMessageAck: null };
  return JSON.parse(JSON.stringify(shown));
}

import { expect } from "bun:test";
import type { Conditions } from "#inbox/conditions/contract.ts";
import { evaluate, type Fact } from "#inbox/conditions/evaluate/contract.ts";
import { BUILT_IN_VIEWS, scopeOfConditions } from "#inbox/ticket-views/built-in/contract.ts";
import { compareBy, type Ordered, type TicketSort } from "#inbox/tickets/lists/contract.ts";
import { canSee, isParticipant, type Person, seesByRight, seesEverybody } from "#inbox/tickets/policy.ts";
import { type Ticket, ticket as tickets } from "#inbox/tickets/schema.ts";
import { all } from "#platform/db/database.ts";
import type { ListFilter } from "#web/inbox/tickets/list/list-filter.ts";
import type { Office } from "./office.ts";

/** A ticket with what belongs to it, read from the rows alone. */
interface Row extends Ticket {
  readonly tags: readonly number[];
  readonly contactName: string;
  readonly mentioned: ReadonlySet<number>;
  readonly fields: ReadonlyMap<string, Fact>;
}

/** All rows that lists and counts depend on. */
export interface Rows {
  readonly all: readonly Row[];
  readonly views: ReadonlyMap<string, Conditions>;
}

export function readRows({ tenant }: Office): Rows {
  const { db } = tenant;
  const pairs = (sql: string) => all<{ a: number; b: number }>(db, sql);
  const tags = Map.groupBy(pairs("SELECT ticket_id AS a, tag_id AS b FROM ticket_tag"), ({ a }) => a);
  const mentions = Map.groupBy(
    pairs("SELECT ticket_id AS a, user_id AS b FROM notification WHERE kind = 'mention'"),
    ({ a }) => a,
  );
  const participants = Map.groupBy(
    pairs("SELECT ticket_id AS a, user_id AS b FROM ticket_participant ORDER BY user_id"),
    ({ a }) => a,
  );
  const names = new Map(
    all<{ id: number; name: string }>(db, "SELECT id, name FROM contact").map(({ id, name }) => [id, name]),
  );
  const values = Map.groupBy(
    all<{ id: number; key: string; text: string | null; num: number | null }>(
      db,
      `SELECT f.ticket_id AS id, d.key, f.text, f.num FROM field_value f
        JOIN field d ON d.id = f.field_id WHERE f.ticket_id IS NOT NULL`,
    ),
    ({ id }) => id,
  );
  const views = all<{ id: number; conditions: string }>(db, "SELECT id, conditions FROM ticket_view");
  return {
    all: db
      .select()
      .from(tickets)
      .all()
      .map((row) => {
        const takingPart = participants.get(row.id)?.map(({ b }) => b) ?? [];
        return {
          ...row,
          participants: takingPart.length === 0 ? "" : `,${takingPart.join(",")},`,
          tags: tags.get(row.id)?.map(({ b }) => b) ?? [],
          contactName: names.get(row.contactId) ?? "",
          mentioned: new Set(mentions.get(row.id)?.map(({ b }) => b)),
          fields: new Map(values.get(row.id)?.map(({ key, text, num }) => [key, num ?? text])),
        };
      }),
    views: new Map([
      ...Object.entries(BUILT_IN_VIEWS).map(([id, { conditions }]) => [id, conditions] as const),
      ...views.map(({ id, conditions }) => [String(id), JSON.parse(conditions) as Conditions] as const),
    ]),
  };
}

const isUnread = ({ unreadMessages, markedUnread }: Row) => unreadMessages > 0 || markedUnread;
const isAsleep = ({ asleepSince }: Row) => asleepSince !== null;

/** The rule of each list of the page (docs/rules/tickets.md#lists). */
function belongs(row: Row, filter: ListFilter, person: Person, rows: Rows): boolean {
  const { view, queues, users, everybody } = filter;
  if (queues.length > 0 && !queues.includes(row.queueId ?? 0)) return false;
  if (view === "custom") return inView(row, rows.views.get(filter.viewId), person);
  if (view === "search") {
    const isNamed = row.contactName.includes(filter.search);
    const isMine =
      filter.mine === "" ||
      (filter.mine === "participating" ? isParticipant(person, row) : row.mentioned.has(person.id));
    return canSee(person, row) && isNamed && isMine;
  }
  // The filter is intersected with the person's queues.
  const isForeign = person.profile !== "admin" && !person.queueIds.includes(row.queueId ?? 0);
  if (!seesByRight(person, row) || (queues.length > 0 && isForeign)) return false;
  if (view === "closed") return row.status === "closed";
  if (view === "waiting") return row.status === "pending" && passes(row, filter, person);
  const isOfAll = (everybody || (view === "attending" && users.length > 0)) && seesEverybody(person);
  if (row.status !== "open" || !(isOfAll || row.userId === person.id)) return false;
  return isAsleep(row) === (view === "snoozed") && (view === "snoozed" || passes(row, filter, person));
}

function passes(row: Row, filter: ListFilter, person: Person): boolean {
  const { tags, users, connections, priorities, sla, unread } = filter;
  const holder = filter.view === "waiting" ? row.userDistributed : row.userId;
  const among = <T>(list: readonly T[], value: T) => list.length === 0 || list.includes(value);
  return (
    tags.every((id) => row.tags.includes(id)) &&
    (!seesEverybody(person) || among(users, holder ?? 0)) &&
    among(connections, row.connectionId) &&
    among(priorities, row.priority as number) &&
    among(sla, row.slaState ?? "none") &&
    (!unread || isUnread(row))
  );
}

function inView(row: Row, conditions: Conditions | undefined, person: Person): boolean {
  if (!conditions) return false;
  const scope = scopeOfConditions(conditions);
  if (!scope.statuses.includes(row.status)) return false;
  if (row.status === "open" && scope.asleep !== undefined && scope.asleep !== isAsleep(row)) return false;
  if (!(scope.participating ? canSee : seesByRight)(person, row)) return false;
  const known: Readonly<Record<string, Fact>> = {
    status: row.status,
    queue: row.queueId,
    connection: row.connectionId,
    attendant: row.userId,
    priority: row.priority,
    tags: row.tags,
    unread: isUnread(row),
    asleep: isAsleep(row),
    bot_active: row.status === "pending" && (row.chatbot || row.useIntegration),
    participating: isParticipant(person, row),
    mentioned: row.mentioned.has(person.id),
    sla: row.slaState ?? "none",
    "contact.name": row.contactName,
  };
  const of = (field: string): Fact =>
    field.startsWith("field.") ? (row.fields.get(field.slice(6)) ?? null) : known[field];
  return evaluate(conditions, { me: person.id, of }).holds === true;
}

const iso = (ms: number) => new Date(ms).toISOString();
const orNull = (ms: number | null) => (ms === null ? null : iso(ms));

const ordered = (row: Row): Ordered => ({
  ...row,
  waitingSince: orNull(row.waitingSince),
  pendingSince: orNull(row.pendingSince),
  snooze: row.snoozedUntil === null ? null : { until: iso(row.snoozedUntil) },
  sla: { dueAt: orNull(row.slaDueAt) },
  createdAt: iso(row.createdAt),
  updatedAt: iso(row.updatedAt),
});

/** The ids of a list in its order. */
export function expectedList(rows: Rows, filter: ListFilter, sort: TicketSort, person: Person): number[] {
  const compare = compareBy(sort);
  return rows.all
    .filter((row) => belongs(row, filter, person, rows))
    .map(ordered)
    .toSorted(compare)
    .map(({ id }) => id);
}

export const expectedView = (rows: Rows, id: string, person: Person): number =>
  rows.all.filter((row) => inView(row, rows.views.get(id), person)).length;

type ByQueue = Record<string, { open: number; pending: number }>;

function queueIn(byQueue: ByQueue, id: number): ByQueue[string] {
  const counts = byQueue[id] ?? { open: 0, pending: 0 };
  byQueue[id] = counts;
  return counts;
}

/** `GET /tickets/counts`, counted from the rows. */
export function expectedCounts(rows: Rows, person: Person, showAll: boolean) {
  const ofAll = showAll && seesEverybody(person);
  const counts = { open: 0, pending: 0, closed: 0, unread: 0, snoozed: 0 };
  const byQueue: ByQueue = {};
  for (const row of rows.all) {
    const isCounted =
      seesByRight(person, row) && (row.status !== "open" || ofAll || row.userId === person.id);
    if (!isCounted) continue;
    if (row.status === "closed") {
      counts.closed += 1;
      continue;
    }
    const queue = queueIn(byQueue, row.queueId ?? 0);
    if (isAsleep(row)) counts.snoozed += 1;
    else {
      counts[row.status] += 1;
      queue[row.status] += 1;
      if (isUnread(row)) counts.unread += 1;
    }
  }
  return { ...counts, byQueue };
}

/** The board: tickets that are not closed, newest change first. */
export const expectedBoard = (rows: Rows, person: Person, withAsleep: boolean): number[] =>
  rows.all
    .filter((row) => row.status !== "closed" && (withAsleep || !isAsleep(row)) && seesByRight(person, row))
    .toSorted((a, b) => b.updatedAt - a.updatedAt || b.id - a.id)
    .map(({ id }) => id);

/** `GET /tickets/loads`, counted from the rows. */
export function expectedLoads(rows: Rows) {
  const loads: Record<string, number> = {};
  const snoozed: Record<string, number> = {};
  const queues: ByQueue = {};
  for (const row of rows.all) {
    if (row.status === "open" && row.userId !== null) {
      loads[row.userId] = (loads[row.userId] ?? 0) + (isAsleep(row) ? 0 : 1);
      if (isAsleep(row)) snoozed[row.userId] = (snoozed[row.userId] ?? 0) + 1;
    }
    if (row.status === "closed" || row.queueId === null) continue;
    const queue = queueIn(queues, row.queueId);
    if (!isAsleep(row)) queue[row.status] += 1;
  }
  return { loads, snoozed, queues };
}

/** Fails with a description of the run when two values differ. */
export function same(where: object, found: unknown, expected: unknown): void {
  if (Bun.deepEquals(found, expected)) return;
  expect({ ...where, found }).toEqual({ ...where, found: expected });
}

import { CompanyHoursChanged } from "#accounts/companies/events.ts";
import { QueueUpdated } from "#accounts/queues/events.ts";
import { SettingChanged } from "#accounts/settings/events.ts";
import {
  TicketChanged,
  TicketClosed,
  TicketCloseUndone,
  TicketRelabelled,
  TicketsTagged,
} from "#inbox/tickets/events.ts";
import { type Ticket, ticketById } from "#inbox/tickets/index.ts";
import type { Installation } from "#tenants/installation.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { policiesOf } from "./policies.ts";
import { recountClocks } from "./recount.ts";
import { meetAnswered, resumeAfterClose, settleTicket } from "./settle.ts";

/** Changes of a ticket in a transaction. */
interface Changed {
  /** Null = the ticket is new; undefined = its row did not change. */
  before?: Ticket | null;
  isRelabelled: boolean;
  isUndone: boolean;
}
const changes = new WeakMap<TenantUnit, Map<number, Changed>>();

/** Notes a change; the ticket is settled once, at the end of the transaction. */
function noted(unit: TenantUnit, ticketId: number): Changed {
  const known = changes.get(unit) ?? new Map<number, Changed>();
  changes.set(unit, known);
  const change = known.get(ticketId) ?? { isRelabelled: false, isUndone: false };
  if (!known.has(ticketId)) {
    known.set(ticketId, change);
    unit.beforeCommit(() => settleChanged(unit, ticketId, change));
  }
  return change;
}

function settleChanged(
  unit: TenantUnit,
  ticketId: number,
  { before, isRelabelled, isUndone }: Changed,
): void {
  changes.get(unit)?.delete(ticketId);
  const after = ticketById(unit.db, ticketId);
  if (!after) return;
  const isNew = before === null || (before?.status === "closed" && after.status !== "closed" && !isUndone);
  const isMoved =
    before !== undefined && before !== null && MOVES.some((column) => before[column] !== after[column]);
  const isConcerned =
    before !== undefined &&
    before !== null &&
    (isAnotherOfOurs(before, after) || CONCERNS.some((column) => before[column] !== after[column]));
  const choose = isNew || isMoved || isRelabelled;
  if (choose || isConcerned || isUndone) settleTicket(unit, ticketId, { before: before ?? null, choose });
}

/** Columns whose change may change the policy (docs/rules/sla.md#policies). */
const MOVES = [
  "queueId",
  "priority",
  "connectionId",
  "contactId",
] as const satisfies readonly (keyof Ticket)[];
/** Columns that clocks depend on; a person's message always changes the end of the bot. */
const CONCERNS = [
  "status",
  "waitingSince",
  "asleepSince",
  "chatbot",
  "useIntegration",
  "lastMessageFromMe",
  "botEndedAt",
] as const satisfies readonly (keyof Ticket)[];

/**
 * True for an outgoing text after an outgoing text. It may change the clocks, because the earlier text may belong to an earlier
 * attendance: then this one is the first answer after which the resolution waits for the customer.
 */
const isAnotherOfOurs = (before: Ticket, after: Ticket): boolean =>
  after.lastMessageFromMe && before.lastMessageFromMe && before.lastMessageAt !== after.lastMessageAt;

/** Without an active policy nothing is read or written. */
const isUsed = ({ tenant }: TenantUnit): boolean => policiesOf(tenant).active.length > 0;

/** Updates the clocks of changed tickets, in the transaction of the change. */
export function followTickets({ bus }: Installation): void {
  bus.within(TicketChanged, (unit, { before, after }) => {
    if (!isUsed(unit)) return;
    const change = noted(unit, after.id);
    if (change.before === undefined) change.before = before;
  });
  bus.within(TicketRelabelled, (unit, { ticketId }) => {
    if (isUsed(unit)) noted(unit, ticketId).isRelabelled = true;
  });
  bus.within(TicketsTagged, (unit, { tickets }) => {
    if (isUsed(unit)) for (const { id } of tickets) noted(unit, id).isRelabelled = true;
  });
  bus.within(TicketClosed, (unit, { previous }) => {
    if (isUsed(unit)) meetAnswered(unit, previous);
  });
  bus.within(TicketCloseUndone, (unit, { ticket, previous }) => {
    if (!isUsed(unit) || previous.closedAt === null) return;
    resumeAfterClose(unit, ticket.id, previous.closedAt);
    noted(unit, ticket.id).isUndone = true;
  });
}

/** Settings that affect opening hours. */
const CALENDAR: ReadonlySet<string> = new Set(["holidays", "timeZone"]);

/** Recomputes the open clocks after a change of opening hours, holidays or time zone (docs/rules/sla.md#recount). */
export function followHours({ bus }: Installation): void {
  bus.within(QueueUpdated, (unit) => {
    if (isUsed(unit)) recountClocks(unit);
  });
  bus.within(SettingChanged, (unit, { key }) => {
    if (CALENDAR.has(key) && isUsed(unit)) recountClocks(unit);
  });
  bus.after(CompanyHoursChanged, (tenant) =>
    tenant.write((unit) => {
      if (isUsed(unit)) recountClocks(unit);
    }),
  );
}

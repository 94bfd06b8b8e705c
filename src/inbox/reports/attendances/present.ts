import { type Hours, hoursOf, openTimeBetween } from "#accounts/opening-hours/index.ts";
import { fileLanguage } from "#accounts/settings/index.ts";
import type { AttendanceAnswer } from "#inbox/reports/contract.ts";
import { activeFields, textColumns } from "#people/fields/index.ts";
import { queryAll } from "#platform/db/query.ts";
import type { PageLanguage } from "#platform/http/contract.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { type ShownRow, shownRows } from "./attendances.sql.ts";

/**
 * The attendances with these ids, in this order. `language`: of the values of custom fields; default: the company's.
 * Checks no permissions.
 */
export function attendancesOf(
  tenant: Tenant,
  ids: readonly number[],
  language?: PageLanguage,
): AttendanceAnswer[] {
  if (ids.length === 0) return [];
  const rows = queryAll(tenant.db, shownRows, { ids: JSON.stringify(ids) });
  const fields = {
    ticket: fieldValues(
      tenant,
      "ticket",
      rows.map(({ ticketId }) => ticketId),
      language,
    ),
    contact: fieldValues(
      tenant,
      "contact",
      rows.map(({ contactId }) => contactId),
      language,
    ),
  };
  const hours = new Map<string | null, Hours | null>();
  const hoursOfRow = ({ schedules }: ShownRow): Hours | null => {
    let found = hours.get(schedules);
    if (found === undefined) {
      found = hoursOf(tenant, schedules === null ? null : { schedules });
      hours.set(schedules, found);
    }
    return found;
  };
  return rows.map((row) => ({
    ...present(row, hoursOfRow(row)),
    fields: fields.ticket(row.ticketId),
    contactFields: fields.contact(row.contactId),
  }));
}

function fieldValues(
  tenant: Tenant,
  of: "ticket" | "contact",
  ownerIds: readonly number[],
  language?: PageLanguage,
): (ownerId: number) => Readonly<Record<string, string>> {
  if (activeFields(tenant, of).length === 0) return () => ({});
  const { fields, read } = textColumns(tenant, of, fileLanguage(tenant, language));
  const values = read([...new Set(ownerIds)]);
  return (ownerId) => {
    const texts = values(ownerId);
    return Object.fromEntries(fields.flatMap(({ key }, at) => (texts[at] ? [[key, texts[at]]] : [])));
  };
}

const instant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
/** The time from one instant to another; null unless both are known, in this order. */
const between = (from: number | null, to: number | null): number | null =>
  from === null || to === null || to < from ? null : to - from;

function present(row: ShownRow, hours: Hours | null): Omit<AttendanceAnswer, "fields" | "contactFields"> {
  const { createdAt, queuedAt, botAt, startedAt, firstResponseAt, finishedAt } = row;
  return {
    id: row.id,
    ticketId: row.ticketId,
    uuid: row.uuid,
    protocol: row.protocol,
    contact: { id: row.contactId, name: row.contactName, number: row.number ?? "" },
    queue:
      row.queueId === null
        ? null
        : { id: row.queueId, name: row.queueName ?? "", color: row.queueColor ?? "" },
    connection: row.connection,
    attendants: JSON.parse(row.attendants),
    tags: JSON.parse(row.tags),
    priority: row.priority,
    resolution: row.resolution,
    resolutionNote: row.resolutionNote,
    closeReason: row.closeReason,
    closedBy: row.closedBy,
    createdAt: new Date(createdAt).toISOString(),
    queuedAt: instant(queuedAt),
    botAt: instant(botAt),
    startedAt: instant(startedAt),
    firstResponseAt: instant(firstResponseAt),
    finishedAt: instant(finishedAt),
    waitingMs: between(queuedAt, startedAt),
    responseMs: between(queuedAt, firstResponseAt),
    botMs: between(botAt, botEnd(row)),
    supportMs: between(startedAt, finishedAt),
    asleepMs: row.asleepMs,
    openMs: finishedAt === null ? null : openTimeBetween(hours, createdAt, finishedAt),
    messagesIn: row.messagesIn,
    messagesOut: row.messagesOut,
    transfers: row.transfers,
    rating: row.rating,
    ratingScale: row.ratingScale,
    comment: row.comment,
    sla: row.sla,
    ad: row.ad === null ? null : JSON.parse(row.ad),
  };
}

/**
 * When the bot's part ended: at the entry into a queue, the first attendant or the end of the attendance, the earliest of them after
 * the bot's first message.
 */
function botEnd({ botAt, queuedAt, attendedAt, finishedAt }: ShownRow): number | null {
  if (botAt === null) return null;
  const ends = [queuedAt, attendedAt, finishedAt].filter((at) => at !== null && at >= botAt) as number[];
  return ends.length === 0 ? null : Math.min(...ends);
}

import type { AttendanceAnswer } from "#inbox/reports/contract.ts";
import { fieldsOf } from "#people/fields/index.ts";
import type { PageLanguage } from "#platform/http/contract.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { type ColumnName, fieldOfColumn } from "./contract.ts";
import { type CellValue, duration, type FileTexts, textsIn, timeWriter } from "./texts.ts";

type Row = AttendanceAnswer;

/** Turns attendances into rows of a file, with the headings and values of the page. */
interface RowWriter {
  readonly headings: readonly string[];
  readonly cells: (row: Row) => CellValue[];
}

/** The columns of a file in their order; a column whose custom field no longer exists is left out. */
export function rowWriter(tenant: Tenant, columns: readonly string[], language: PageLanguage): RowWriter {
  const texts = textsIn(language);
  const read = cellsOf(timeWriter(tenant, language), texts);
  const known = columns.flatMap((id) => {
    const field = fieldOfColumn(id);
    if (!field) return [{ heading: texts.column[id as ColumnName], cell: read[id as ColumnName] }];
    const { of, key } = field;
    const label = fieldsOf(tenant, of).find((one) => one.key === key)?.label;
    if (label === undefined) return [];
    return of === "ticket"
      ? [{ heading: label, cell: (row: Row) => row.fields[key] ?? null }]
      : [
          {
            heading: `${texts.column.contact}: ${label}`,
            cell: (row: Row) => row.contactFields?.[key] ?? null,
          },
        ];
  });
  return {
    headings: known.map(({ heading }) => heading),
    cells: (row) => known.map(({ cell }) => cell(row)),
  };
}

type Cell = (row: Row) => CellValue;

function cellsOf(
  time: (at: string | null) => CellValue,
  texts: FileTexts,
): Readonly<Record<ColumnName, Cell>> {
  return {
    protocol: ({ protocol }) => protocol,
    contact: ({ contact }) => contact.name,
    number: ({ contact }) => contact.number,
    queue: ({ queue }) => queue?.name ?? null,
    connection: ({ connection }) => connection,
    attendants: ({ attendants }) => attendants.map(({ name }) => name).join(" → "),
    tags: ({ tags }) => tags.map(({ name }) => name).join(", "),
    priority: ({ priority }) => texts.priority[String(priority) as "1"],
    resolution: ({ resolution }) => resolution,
    resolutionNote: ({ resolutionNote }) => resolutionNote,
    closeReason: ({ closeReason }) =>
      closeReason === null ? null : (texts.closeReason[closeReason as "user"] ?? closeReason),
    closedBy: ({ closedBy }) => closedBy,
    createdAt: ({ createdAt }) => time(createdAt),
    queuedAt: ({ queuedAt }) => time(queuedAt),
    botAt: ({ botAt }) => time(botAt),
    startedAt: ({ startedAt }) => time(startedAt),
    firstResponseAt: ({ firstResponseAt }) => time(firstResponseAt),
    finishedAt: ({ finishedAt }) => time(finishedAt),
    waiting: ({ waitingMs }) => duration(waitingMs),
    response: ({ responseMs }) => duration(responseMs),
    bot: ({ botMs }) => duration(botMs),
    support: ({ supportMs }) => duration(supportMs),
    asleep: ({ asleepMs }) => duration(asleepMs),
    open: ({ openMs }) => duration(openMs),
    messagesIn: ({ messagesIn }) => messagesIn,
    messagesOut: ({ messagesOut }) => messagesOut,
    transfers: ({ transfers }) => transfers,
    sla: ({ sla }) => (sla === null ? null : texts.sla[sla]),
    rating: ({ rating }) => rating,
    comment: ({ comment }) => comment ?? null,
    adHeadline: ({ ad }) => ad?.headline ?? null,
    adId: ({ ad }) => ad?.sourceId ?? null,
    adNetwork: ({ ad }) => (ad ? texts.network[ad.network] : null),
    adUrl: ({ ad }) => ad?.sourceUrl ?? null,
  };
}

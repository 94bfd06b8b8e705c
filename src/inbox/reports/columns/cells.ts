import { timeZoneOf } from "#accounts/settings/index.ts";
import type { AttendanceAnswer } from "#inbox/reports/contract.ts";
import en from "#inbox/reports/locales/en.json";
import es from "#inbox/reports/locales/es.json";
import pt from "#inbox/reports/locales/pt.json";
import { fieldsOf } from "#people/fields/index.ts";
import { wallClock } from "#platform/dates.ts";
import type { PageLanguage } from "#platform/http/contract.ts";
import { dateForms } from "#platform/i18n/date-forms.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { ColumnName } from "./contract.ts";

const TEXTS: Readonly<Record<PageLanguage, typeof pt>> = { pt, en, es };
export type CellValue = string | number | null;
type Row = AttendanceAnswer;

/** Turns attendances into rows of a file, with the headings and values of the page. */
export interface RowWriter {
  readonly headings: readonly string[];
  cells(row: Row): CellValue[];
}

/** The columns of a file in their order; a column whose custom field no longer exists is left out. */
export function rowWriter(tenant: Tenant, columns: readonly string[], language: PageLanguage): RowWriter {
  const zone = timeZoneOf(tenant);
  const texts = TEXTS[language];
  const read = cellsOf({ zone, form: `${dateForms(language).date} HH:mm:ss` }, texts);
  const fields = new Map(fieldsOf(tenant, "ticket").map(({ key, label }) => [key, label]));
  const known = columns.flatMap((id) => {
    if (!id.startsWith("field."))
      return [{ heading: texts.column[id as ColumnName], cell: read[id as ColumnName] }];
    const key = id.slice("field.".length);
    const heading = fields.get(key);
    return heading === undefined ? [] : [{ heading, cell: (row: Row) => row.fields[key] ?? null }];
  });
  return {
    headings: known.map(({ heading }) => heading),
    cells: (row) => known.map(({ cell }) => cell(row)),
  };
}

type Cell = (row: Row) => CellValue;

function cellsOf(
  clock: { readonly zone: string; readonly form: string },
  texts: typeof pt,
): Readonly<Record<ColumnName, Cell>> {
  const time = (at: string | null): CellValue =>
    at === null ? null : wallClock(Date.parse(at), clock.zone).format(clock.form);
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
  };
}

/** Hours, minutes and seconds as `1:02:03`, which spreadsheets read as a span of time. */
function duration(ms: number | null): string | null {
  if (ms === null) return null;
  const seconds = Math.round(ms / 1000);
  const two = (part: number) => String(part).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** Headings and rows of the report of resolutions. */
export function resolutionRows(
  report: { readonly rows: readonly { readonly name: string | null; readonly tickets: number }[] },
  language: PageLanguage,
): CellValue[][] {
  const { byResolution } = TEXTS[language];
  return [
    [byResolution.name, byResolution.tickets],
    ...report.rows.map(({ name, tickets }) => [name ?? byResolution.without, tickets]),
  ];
}

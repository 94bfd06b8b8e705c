import { Link } from "wouter";
import { COLUMNS, type ColumnName, FIELD_COLUMNS, fieldOfColumn } from "#inbox/reports/columns/contract.ts";
import type { AttendanceAnswer } from "#inbox/reports/contract.ts";
import { RATING_SCALES } from "#inbox/tickets/rating-scales/contract.ts";
import type { FieldAnswer } from "#people/fields/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { formatNumber } from "#web/i18n/numbers.ts";
import { formatDateTime, formatDuration } from "#web/lib/format/dates.ts";
import { Chip } from "#web/ui/display/chip.tsx";
import type { Column } from "#web/ui/table/data-table.tsx";
import type { ReportTexts } from "./locales/index.ts";

type T = Translate<ReportTexts>;
type Cell = Column<AttendanceAnswer>["cell"];
type Defined = Pick<FieldAnswer, "of" | "key" | "label">;

/** A column that can be chosen. */
export interface Choosable {
  readonly id: string;
  readonly name: string;
}

/** Every column that can be chosen: the fixed ones, then the custom fields of tickets and of contacts. */
export const allColumns = (t: T, fields: readonly Defined[]): readonly Choosable[] => [
  ...COLUMNS.map((id) => ({ id, name: t(`column.${id}`) })),
  ...fields.map(({ of, key, label }) => ({
    id: `${FIELD_COLUMNS[of]}${key}`,
    name: of === "ticket" ? label : `${t("column.contact")}: ${label}`,
  })),
];

/** The chosen columns, in their order; the first one names the row on the card of phones. */
export function shownColumns(
  t: T,
  chosen: readonly string[],
  fields: readonly Defined[],
): readonly Column<AttendanceAnswer>[] {
  const known = allColumns(t, fields);
  const columns = chosen.flatMap((id) => known.find((column) => column.id === id) ?? []);
  return columns.map(({ id, name }, at) => ({
    id,
    title: name,
    card: at === 0 ? "title" : "named",
    cell: fieldCell(t, id) ?? CELLS[id as ColumnName](t),
  }));
}

function fieldCell(t: T, id: string): Cell | undefined {
  const field = fieldOfColumn(id);
  if (!field) return undefined;
  const { of, key } = field;
  return ({ fields, contactFields }) => text(t, of === "ticket" ? fields[key] : contactFields?.[key]);
}
const text = (t: T, value: string | null | undefined) => value || t("list.none");
const time =
  (key: "createdAt" | "queuedAt" | "botAt" | "startedAt" | "firstResponseAt" | "finishedAt") =>
  (t: T): Cell =>
  ({ [key]: at }) => (
    <span className="report-fixed">{at === null ? t("list.none") : formatDateTime(at)}</span>
  );
const span =
  (key: "waitingMs" | "responseMs" | "botMs" | "supportMs" | "asleepMs" | "openMs") =>
  (t: T): Cell =>
  ({ [key]: ms }) => (
    <span className="report-fixed">
      {ms === null ? t("list.none") : formatDuration(Math.round(ms / 1000))}
    </span>
  );
const count =
  (key: "messagesIn" | "messagesOut" | "transfers") =>
  (t: T): Cell =>
  ({ [key]: number }) => (
    <span className="report-fixed">{number === null ? t("list.none") : formatNumber(number)}</span>
  );

const CELLS: Readonly<Record<ColumnName, (t: T) => Cell>> = {
  protocol:
    () =>
    ({ protocol, uuid }) => (
      <Link className="report-fixed" href={`/tickets/${uuid}`}>
        {protocol}
      </Link>
    ),
  contact:
    () =>
    ({ contact, uuid }) => (
      <Link className="report-contact" href={`/tickets/${uuid}`}>
        {contact.name}
      </Link>
    ),
  number:
    (t) =>
    ({ contact }) =>
      text(t, contact.number),
  queue:
    (t) =>
    ({ queue }) =>
      queue ? <Chip color={queue.color}>{queue.name}</Chip> : t("list.none"),
  connection:
    (t) =>
    ({ connection }) =>
      text(t, connection),
  attendants:
    (t) =>
    ({ attendants }) =>
      text(t, attendants.map(({ name }) => name).join(" → ")),
  tags:
    (t) =>
    ({ tags }) =>
      tags.length === 0 ? (
        t("list.none")
      ) : (
        <span className="report-tags">
          {tags.map(({ name, color }) => (
            <Chip key={name} color={color} shape="round">
              {name}
            </Chip>
          ))}
        </span>
      ),
  priority:
    (t) =>
    ({ priority }) =>
      t(`priority.${priority as 1}`),
  resolution:
    (t) =>
    ({ resolution }) =>
      text(t, resolution),
  resolutionNote:
    (t) =>
    ({ resolutionNote }) =>
      text(t, resolutionNote),
  closeReason:
    (t) =>
    ({ closeReason }) =>
      closeReason ? t(`closeReason.${closeReason as "user"}`) : t("list.none"),
  closedBy:
    (t) =>
    ({ closedBy, finishedAt }) =>
      closedBy ?? t(finishedAt === null ? "list.none" : "list.product"),
  createdAt: time("createdAt"),
  queuedAt: time("queuedAt"),
  botAt: time("botAt"),
  startedAt: time("startedAt"),
  firstResponseAt: time("firstResponseAt"),
  finishedAt: time("finishedAt"),
  waiting: span("waitingMs"),
  response: span("responseMs"),
  bot: span("botMs"),
  support: span("supportMs"),
  asleep: span("asleepMs"),
  open: span("openMs"),
  messagesIn: count("messagesIn"),
  messagesOut: count("messagesOut"),
  transfers: count("transfers"),
  sla:
    (t) =>
    ({ sla }) =>
      sla ? t(`sla.${sla}`) : t("list.none"),
  comment:
    (t) =>
    ({ comment }) =>
      text(t, comment),
  adHeadline:
    (t) =>
    ({ ad }) =>
      text(t, ad?.headline),
  adId:
    (t) =>
    ({ ad }) =>
      text(t, ad?.sourceId),
  adNetwork:
    (t) =>
    ({ ad }) =>
      ad ? t(`network.${ad.network}`) : t("list.none"),
  adUrl:
    (t) =>
    ({ ad }) =>
      text(t, ad?.sourceUrl),
  rating:
    (t) =>
    ({ rating, ratingScale }) =>
      rating === null
        ? t("list.none")
        : t("list.rate", { rate: rating, highest: RATING_SCALES[ratingScale ?? "three"].highest }),
};

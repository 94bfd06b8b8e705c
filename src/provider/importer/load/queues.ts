import * as v from "valibot";
import { DEFAULT_HOURS, OpeningSpan } from "#accounts/opening-hours/contract.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import type { Context } from "#provider/importer/context.ts";
import { listOf, numberOf, type Row, textOf } from "#provider/importer/dump/values.ts";
import { type Incoming, type Loader, required, Skip } from "#provider/importer/rows.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { colorOf, shortened, unusedColor } from "./names.ts";
import * as sql from "./queues.sql.ts";

/** The valid opening spans of a row as JSON; the default hours when there are none. */
export function hoursOf(row: Row): string {
  const spans = listOf(row["schedules"]).filter(
    (span) =>
      v.is(OpeningSpan, span) && /^\d{2}:\d{2}$/.test(span.startTime) && /^\d{2}:\d{2}$/.test(span.endTime),
  );
  return JSON.stringify(spans.length > 0 ? spans : DEFAULT_HOURS);
}

const columns = ({ row, updatedAt }: Incoming) => ({
  greetingMessage: textOf(row["greetingMessage"]),
  completionMessage: textOf(row["complationMessage"]),
  outOfHoursMessage: textOf(row["outOfHoursMessage"]),
  ratingMessage: textOf(row["ratingMessage"]),
  orderQueue: numberOf(row["orderQueue"], 0),
  schedules: hoursOf(row),
  updatedAt,
});

export const queueLoader = (): Loader => ({
  kind: "Queues",
  table: "queue",
  create(unit, incoming) {
    const name = shortened(incoming.row["name"], 50);
    if (name === "") throw new Skip("no_name");
    const known = queryOne(unit.db, sql.byName, { name });
    if (known) return { id: known.id, matched: true };
    const wanted = colorOf(incoming.row["color"]);
    const color = unusedColor(unit.db, wanted);
    if (color !== wanted) incoming.note("color_changed", name);
    return execute(unit.db, sql.insert, { name, color, createdAt: incoming.createdAt, ...columns(incoming) });
  },
  update: (unit, id, incoming) => void execute(unit.db, sql.update, { ...columns(incoming), id }),
});

/** Number of an option; the next unused one among its siblings when it is missing or taken. */
function optionOf(unit: TenantUnit, queueId: number, parentId: number | null, wanted: string): string {
  const siblings = queryAll(unit.db, sql.siblingOptions, { queueId, parentId: parentId ?? 0 });
  const taken = new Set(siblings.map((row) => row.option));
  if (wanted !== "" && !taken.has(wanted)) return wanted;
  for (let number = 1; ; number += 1) if (!taken.has(String(number))) return String(number);
}

/** Options form a tree: oldest first, so that a parent is imported before its children. */
export const optionLoader = (ctx: Context): Loader => ({
  kind: "QueueOptions",
  table: "queue_option",
  create(unit, { row, createdAt, updatedAt }) {
    const queueId = required(ctx, "Queues", row["queueId"]);
    const parentId = row["parentId"] ? required(ctx, "QueueOptions", row["parentId"]) : null;
    const title = shortened(row["title"], 50) || shortened(row["message"], 50);
    if (title === "") throw new Skip("no_name");
    const option = optionOf(unit, queueId, parentId, shortened(row["option"], 10));
    return execute(unit.db, sql.insertOption, {
      queueId,
      parentId,
      title,
      message: textOf(row["message"]),
      option,
      createdAt,
      updatedAt,
    });
  },
  update: (unit, id, { row, updatedAt }) =>
    void execute(unit.db, sql.updateOption, {
      title: shortened(row["title"], 50),
      message: textOf(row["message"]),
      updatedAt,
      id,
    }),
});

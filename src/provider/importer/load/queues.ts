import * as v from "valibot";
import { DEFAULT_HOURS, OpeningSpan } from "#accounts/opening-hours/contract.ts";
import { one, run } from "#platform/db/database.ts";
import type { Context } from "#provider/importer/context.ts";
import { listOf, numberOf, type Row, textOf } from "#provider/importer/dump/values.ts";
import { type Incoming, type Loader, required, Skip } from "#provider/importer/rows.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { colorOf, shortened, unusedColor } from "./names.ts";

const INSERT = `INSERT INTO queue (name, color, greeting_message, completion_message, out_of_hours_message,
    rating_message, order_queue, schedules, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const UPDATE = `UPDATE queue SET greeting_message = ?, completion_message = ?, out_of_hours_message = ?,
    rating_message = ?, order_queue = ?, schedules = ?, updated_at = ? WHERE id = ?`;
const NAMED = "SELECT id FROM queue WHERE name = ?";

/** Spans a row names and that are understood; the usual hours when there are none. */
export function hoursOf(row: Row): string {
  const spans = listOf(row["schedules"]).filter(
    (span) =>
      v.is(OpeningSpan, span) && /^\d{2}:\d{2}$/.test(span.startTime) && /^\d{2}:\d{2}$/.test(span.endTime),
  );
  return JSON.stringify(spans.length > 0 ? spans : DEFAULT_HOURS);
}

const columns = ({ row, updatedAt }: Incoming) =>
  [
    textOf(row["greetingMessage"]),
    textOf(row["complationMessage"]),
    textOf(row["outOfHoursMessage"]),
    textOf(row["ratingMessage"]),
    numberOf(row["orderQueue"], 0),
    hoursOf(row),
    updatedAt,
  ] as const;

export const queueLoader = (): Loader => ({
  kind: "Queues",
  table: "queue",
  create(unit, incoming) {
    const name = shortened(incoming.row["name"], 50);
    if (name === "") throw new Skip("no_name");
    const known = one<{ id: number }>(unit.db, NAMED, name);
    if (known) return { id: known.id, matched: true };
    const wanted = colorOf(incoming.row["color"]);
    const color = unusedColor(unit.db, "queue", wanted);
    if (color !== wanted) incoming.note("color_changed", name);
    const [greeting, complation, outOfHours, rating, order, schedules, updatedAt] = columns(incoming);
    const { createdAt } = incoming;
    return run(
      unit.db,
      INSERT,
      name,
      color,
      greeting,
      complation,
      outOfHours,
      rating,
      order,
      schedules,
      createdAt,
      updatedAt,
    );
  },
  update: (unit, id, incoming) => void run(unit.db, UPDATE, ...columns(incoming), id),
});

const OPTION = `INSERT INTO queue_option (queue_id, parent_id, title, message, option, created_at, updated_at)
  VALUES (?, ?, ?, ?, ?, ?, ?)`;
const SIBLINGS = "SELECT option FROM queue_option WHERE queue_id = ? AND coalesce(parent_id, 0) = ?";
const OPTION_TEXT = "UPDATE queue_option SET title = ?, message = ?, updated_at = ? WHERE id = ?";

/** Number of an option; the next unused one among its siblings when it is missing or taken. */
function optionOf(unit: TenantUnit, queueId: number, parentId: number | null, wanted: string): string {
  const taken = new Set(
    unit.db.$client
      .prepare(SIBLINGS)
      .all(queueId, parentId ?? 0)
      .map((row) => (row as { option: string }).option),
  );
  if (wanted !== "" && !taken.has(wanted)) return wanted;
  for (let number = 1; ; number += 1) if (!taken.has(String(number))) return String(number);
}

/** Options hang from each other: oldest first, the parent is there before its children. */
export const optionLoader = (ctx: Context): Loader => ({
  kind: "QueueOptions",
  table: "queue_option",
  create(unit, { row, createdAt, updatedAt }) {
    const queueId = required(ctx, "Queues", row["queueId"]);
    const parentId = row["parentId"] ? required(ctx, "QueueOptions", row["parentId"]) : null;
    const title = shortened(row["title"], 50) || shortened(row["message"], 50);
    if (title === "") throw new Skip("no_name");
    const option = optionOf(unit, queueId, parentId, shortened(row["option"], 10));
    return run(
      unit.db,
      OPTION,
      queueId,
      parentId,
      title,
      textOf(row["message"]),
      option,
      createdAt,
      updatedAt,
    );
  },
  update: (unit, id, { row, updatedAt }) =>
    void run(unit.db, OPTION_TEXT, shortened(row["title"], 50), textOf(row["message"]), updatedAt, id),
});

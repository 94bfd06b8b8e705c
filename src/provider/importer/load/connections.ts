import { one, run } from "#platform/db/database.ts";
import type { Context } from "#provider/importer/context.ts";
import { flagOf, numberOf, textOf } from "#provider/importer/dump/values.ts";
import { type Incoming, type Loader, required, Skip } from "#provider/importer/rows.ts";
import { shortened } from "./names.ts";

const INSERT = `INSERT INTO connection (name, channel, status, is_default, number, greeting_message, completion_message,
    out_of_hours_message, rating_message, expires_inactive_message, expires_ticket_minutes, max_bot_menus,
    bot_menu_interval_minutes, health, created_at, updated_at)
  VALUES (?, ?, 'DISCONNECTED', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'down', ?, ?)`;
const UPDATE = `UPDATE connection SET greeting_message = ?, completion_message = ?, out_of_hours_message = ?,
    rating_message = ?, expires_inactive_message = ?, expires_ticket_minutes = ?, max_bot_menus = ?,
    bot_menu_interval_minutes = ?, updated_at = ? WHERE id = ?`;
const NAMED = "SELECT id FROM connection WHERE name = ? AND deleted_at IS NULL";
const DEFAULT = "SELECT id FROM connection WHERE is_default = 1 AND deleted_at IS NULL";

const CHANNELS: Readonly<Record<string, string>> = { facebook: "facebook", instagram: "instagram" };
const between = (number: number, most: number) => Math.max(0, Math.min(most, number));

const columns = ({ row, updatedAt }: Incoming) =>
  [
    textOf(row["greetingMessage"]),
    textOf(row["complationMessage"]) || textOf(row["farewellMessage"]),
    textOf(row["outOfHoursMessage"]),
    textOf(row["ratingMessage"]),
    textOf(row["expiresInactiveMessage"]),
    between(numberOf(row["expiresTicket"], 0), 525_600),
    between(numberOf(row["maxUseBotQueues"], 3), 100),
    between(numberOf(row["timeUseBotQueues"], 0), 10_080),
    updatedAt,
  ] as const;

/** Connections come over unlinked: the old system's session is not ours to use. */
export const connectionLoader = (): Loader => ({
  kind: "Whatsapps",
  table: "connection",
  create(unit, incoming) {
    const { row, createdAt, id } = incoming;
    const written = shortened(row["name"], 50);
    const name = written.length < 2 ? `Conexão ${id}` : written;
    const known = one<{ id: number }>(unit.db, NAMED, name);
    if (known) return { id: known.id, matched: true };
    const isDefault = flagOf(row["isDefault"]) && !one(unit.db, DEFAULT);
    const [greeting, complation, outOfHours, rating, inactive, expires, bots, botTime, updatedAt] =
      columns(incoming);
    incoming.note("link_again", name);
    return run(
      unit.db,
      INSERT,
      name,
      CHANNELS[textOf(row["channel"])] ?? "whatsapp",
      isDefault ? 1 : 0,
      textOf(row["number"]).replace(/\D/g, "") || null,
      greeting,
      complation,
      outOfHours,
      rating,
      inactive,
      expires,
      bots,
      botTime,
      createdAt,
      updatedAt,
    );
  },
  update: (unit, id, incoming) => void run(unit.db, UPDATE, ...columns(incoming), id),
});

const PAIR = "INSERT OR IGNORE INTO connection_queue (connection_id, queue_id) VALUES (?, ?)";

export const connectionQueueLoader = (ctx: Context): Loader => ({
  kind: "WhatsappQueues",
  table: null,
  create(unit, { row }) {
    run(
      unit.db,
      PAIR,
      required(ctx, "Whatsapps", row["whatsappId"]),
      required(ctx, "Queues", row["queueId"]),
    );
    return { id: 0 };
  },
});

const HIDDEN_NAME = "Conexão anterior";
const ANY = `SELECT id FROM connection WHERE deleted_at IS NULL ORDER BY is_default DESC, id LIMIT 1`;
const HIDDEN = "SELECT id FROM connection WHERE name = ? AND deleted_at IS NOT NULL ORDER BY id LIMIT 1";
const INSERT_HIDDEN = `INSERT INTO connection (name, status, status_reason, health, deleted_at, created_at, updated_at)
  VALUES (?, 'DISCONNECTED', 'deleted', 'down', ?, ?, ?)`;

/** Placeholder for a deleted connection: open tickets must be answerable, closed ones only keep its name. */
export function placeholderConnection(ctx: Context, isClosed: boolean): number {
  const { db, clock } = ctx.tenant;
  const living = isClosed ? undefined : one<{ id: number }>(db, ANY);
  const found = living ?? one<{ id: number }>(db, HIDDEN, HIDDEN_NAME);
  if (found) return found.id;
  if (!isClosed) throw new Skip("no_connection");
  const now = clock.now();
  return run(db, INSERT_HIDDEN, HIDDEN_NAME, now, now, now).id;
}

const MAKE_DEFAULT = `UPDATE connection SET is_default = 1 WHERE id = (SELECT id FROM connection
  WHERE deleted_at IS NULL ORDER BY id LIMIT 1) AND NOT EXISTS (${DEFAULT})`;
const SEND_TO = `UPDATE connection SET redirect_queue_id = ?, redirect_after_minutes = ? WHERE id = ? AND redirect_queue_id IS NULL`;

/** What needs all connections and queues: one default, and where waiting tickets are sent. */
export function finishConnections(ctx: Context): void {
  ctx.tenant.write((unit) => {
    run(unit.db, MAKE_DEFAULT);
    for (const { id, data } of ctx.staging.page("Whatsapps", ctx.company, undefined, 1000)) {
      const row = JSON.parse(data) as Record<string, string | null>;
      const connectionId = ctx.refs.id("Whatsapps", id);
      const queueId = ctx.refs.id("Queues", row["sendIdQueue"]);
      if (connectionId !== null && queueId !== null)
        run(unit.db, SEND_TO, queueId, between(numberOf(row["timeSendQueue"], 0), 10_080), connectionId);
    }
  });
}

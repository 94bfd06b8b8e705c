import { execute, queryOne } from "#platform/db/query.ts";
import type { Context } from "#provider/importer/context.ts";
import { flagOf, numberOf, textOf } from "#provider/importer/dump/values.ts";
import { type Incoming, type Loader, required, Skip } from "#provider/importer/rows.ts";
import * as sql from "./connections.sql.ts";
import { shortened } from "./names.ts";

const CHANNELS: Readonly<Record<string, string>> = { facebook: "facebook", instagram: "instagram" };
const between = (number: number, most: number) => Math.max(0, Math.min(most, number));

const columns = ({ row, updatedAt }: Incoming) => ({
  greetingMessage: textOf(row["greetingMessage"]),
  completionMessage: textOf(row["complationMessage"]) || textOf(row["farewellMessage"]),
  outOfHoursMessage: textOf(row["outOfHoursMessage"]),
  ratingMessage: textOf(row["ratingMessage"]),
  expiresInactiveMessage: textOf(row["expiresInactiveMessage"]),
  expiresTicketMinutes: between(numberOf(row["expiresTicket"], 0), 525_600),
  maxBotMenus: between(numberOf(row["maxUseBotQueues"], 3), 100),
  botMenuIntervalMinutes: between(numberOf(row["timeUseBotQueues"], 0), 10_080),
  updatedAt,
});

/** Connections are imported unlinked: the old system's session cannot be used here. */
export const connectionLoader = (): Loader => ({
  kind: "Whatsapps",
  table: "connection",
  create(unit, incoming) {
    const { row, createdAt, id } = incoming;
    const written = shortened(row["name"], 50);
    const name = written.length < 2 ? `Conexão ${id}` : written;
    const known = queryOne(unit.db, sql.byName, { name });
    if (known) return { id: known.id, matched: true };
    const isDefault = flagOf(row["isDefault"]) && !queryOne(unit.db, sql.defaultConnection);
    incoming.note("link_again", name);
    return execute(unit.db, sql.insert, {
      name,
      channel: CHANNELS[textOf(row["channel"])] ?? "whatsapp",
      isDefault: isDefault ? 1 : 0,
      number: textOf(row["number"]).replace(/\D/g, "") || null,
      createdAt,
      ...columns(incoming),
    });
  },
  update: (unit, id, incoming) => void execute(unit.db, sql.update, { ...columns(incoming), id }),
});

export const connectionQueueLoader = (ctx: Context): Loader => ({
  kind: "WhatsappQueues",
  table: null,
  create(unit, { row }) {
    execute(unit.db, sql.insertQueue, {
      connectionId: required(ctx, "Whatsapps", row["whatsappId"]),
      queueId: required(ctx, "Queues", row["queueId"]),
    });
    return { id: 0 };
  },
});

const HIDDEN_NAME = "Conexão anterior";

/** Returns a connection for tickets whose own was deleted: open tickets must be answerable, so they get an existing one; closed ones
 * get a hidden placeholder. */
export function placeholderConnection(ctx: Context, isClosed: boolean): number {
  const { db, clock } = ctx.tenant;
  const living = isClosed ? undefined : queryOne(db, sql.anyConnection);
  const found = living ?? queryOne(db, sql.placeholder, { name: HIDDEN_NAME });
  if (found) return found.id;
  if (!isClosed) throw new Skip("no_connection");
  const now = clock.now();
  return execute(db, sql.insertPlaceholder, { name: HIDDEN_NAME, now }).id;
}

/** Runs after all connections and queues are imported: sets one default connection and the redirects of waiting tickets. */
export function finishConnections(ctx: Context): void {
  ctx.tenant.write((unit) => {
    execute(unit.db, sql.setDefault);
    for (const { id, data } of ctx.staging.page("Whatsapps", ctx.company, undefined, 1000)) {
      const row = JSON.parse(data) as Record<string, string | null>;
      const connectionId = ctx.refs.id("Whatsapps", id);
      const queueId = ctx.refs.id("Queues", row["sendIdQueue"]);
      if (connectionId !== null && queueId !== null)
        execute(unit.db, sql.setRedirect, {
          redirectQueueId: queueId,
          redirectAfterMinutes: between(numberOf(row["timeSendQueue"], 0), 10_080),
          id: connectionId,
        });
    }
  });
}

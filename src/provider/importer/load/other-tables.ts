import { timeZoneOf } from "#accounts/settings/index.ts";
import { matchKey } from "#people/contacts/index.ts";
import { wallClock } from "#platform/dates.ts";
import { one, run } from "#platform/db/database.ts";
import { fold } from "#platform/text.ts";
import type { Context } from "#provider/importer/context.ts";
import { flagOf, instantOf, textOf } from "#provider/importer/dump/values.ts";
import { type Incoming, type Loader, required, Skip } from "#provider/importer/rows.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { colorOf, shortened } from "./names.ts";
import { someAdmin } from "./users.ts";

const TAG = "INSERT INTO tag (name, color, kanban, created_at, updated_at) VALUES (?, ?, ?, ?, ?)";
const TAG_NAMED = "SELECT id FROM tag WHERE name = ?";
const TAG_UPDATE = "UPDATE tag SET color = ?, kanban = ?, updated_at = ? WHERE id = ?";

export const tagLoader = (): Loader => ({
  kind: "Tags",
  table: "tag",
  create(unit, { row, createdAt, updatedAt }) {
    const name = shortened(row["name"], 50);
    if (name === "") throw new Skip("no_name");
    const known = one<{ id: number }>(unit.db, TAG_NAMED, name);
    if (known) return { id: known.id, matched: true };
    return run(
      unit.db,
      TAG,
      name,
      colorOf(row["color"]),
      flagOf(row["kanban"]) ? 1 : 0,
      createdAt,
      updatedAt,
    );
  },
  update: (unit, id, { row, updatedAt }) =>
    void run(unit.db, TAG_UPDATE, colorOf(row["color"]), flagOf(row["kanban"]) ? 1 : 0, updatedAt, id),
});

const TICKET_TAG = "INSERT OR IGNORE INTO ticket_tag (ticket_id, tag_id) VALUES (?, ?)";

export const ticketTagLoader = (ctx: Context): Loader => ({
  kind: "TicketTags",
  table: null,
  create(unit, { row }) {
    run(unit.db, TICKET_TAG, required(ctx, "Tickets", row["ticketId"]), required(ctx, "Tags", row["tagId"]));
    return { id: 0 };
  },
});

const NOTE =
  "INSERT INTO ticket_note (ticket_id, contact_id, user_id, note, created_at) VALUES (?, ?, ?, ?, ?)";
const OF_TICKET = "SELECT contact_id AS contactId FROM ticket WHERE id = ?";

export const noteLoader = (ctx: Context): Loader => ({
  kind: "TicketNotes",
  table: null,
  create(unit, { row, createdAt }) {
    const ticketId = required(ctx, "Tickets", row["ticketId"]);
    const place = one<{ contactId: number }>(unit.db, OF_TICKET, ticketId);
    if (!place) throw new Skip("removed_here");
    const userId = ctx.refs.id("Users", row["userId"]);
    return run(unit.db, NOTE, ticketId, place.contactId, userId, textOf(row["note"]), createdAt);
  },
});

const REPLY = `INSERT INTO quick_reply (shortcode, message, shared, active, media_id, user_id, created_at, updated_at)
  VALUES (?, ?, ?, 1, ?, ?, ?, ?)`;
const REPLY_UPDATE = "UPDATE quick_reply SET message = ?, updated_at = ? WHERE id = ?";
const SAME_REPLY = `SELECT id FROM quick_reply WHERE shortcode = ?1 AND (shared = 1 AND ?2 = 1
  OR shared = 0 AND ?2 = 0 AND user_id = ?3)`;

/** Quick replies of the whole company in the first version, of each user in later ones. */
function reply(ctx: Context, unit: TenantUnit, incoming: Incoming, isEverybodys: boolean) {
  const { row, createdAt, updatedAt } = incoming;
  const shortcode = shortened(row["shortcode"] ?? row["shortcut"], 50).replace(/^\//, "");
  if (shortcode === "") throw new Skip("no_name");
  const owner = ctx.refs.id("Users", row["userId"]);
  const isShared = isEverybodys || flagOf(row["geral"]) || owner === null;
  const userId = owner ?? someAdmin(ctx);
  const known = one<{ id: number }>(unit.db, SAME_REPLY, shortcode, isShared ? 1 : 0, userId);
  if (known) {
    incoming.note("repeated_key", shortcode);
    return { id: known.id, matched: true };
  }
  const path = textOf(row["mediaPath"]);
  const file = path === "" ? null : ctx.media.attach(unit, path);
  if (path !== "" && !file) incoming.note("no_file", path);
  const message = textOf(row["message"]).slice(0, 4096);
  return run(
    unit.db,
    REPLY,
    shortcode,
    message,
    isShared ? 1 : 0,
    file?.id ?? null,
    userId,
    createdAt,
    updatedAt,
  );
}

const replyLoader = (ctx: Context, kind: string, isEverybodys: boolean): Loader => ({
  kind,
  table: "quick_reply",
  prepare: (rows) => ctx.media.prepare(rows.map((row) => row["mediaPath"])),
  create: (unit, incoming) => reply(ctx, unit, incoming, isEverybodys),
  update: (unit, id, { row, updatedAt }) =>
    void run(unit.db, REPLY_UPDATE, textOf(row["message"]).slice(0, 4096), updatedAt, id),
});
export const quickMessageLoader = (ctx: Context) => replyLoader(ctx, "QuickMessages", false);
export const quickAnswerLoader = (ctx: Context) => replyLoader(ctx, "QuickAnswers", true);

const SCHEDULE = `INSERT INTO scheduled_message (body, contact_id, send_at, user_id, connection_id, series_start, created_at,
  updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
/** Job that sends due messages. */
const SCHEDULES_DUE = "schedules";

const localTime = (at: number, zone: string): string => wallClock(at, zone).format("YYYY-MM-DD HH:mm:ss");

/** Only what is still to be sent comes over. */
export const scheduleLoader = (ctx: Context): Loader => ({
  kind: "Schedules",
  table: "scheduled_message",
  create(unit, { row, createdAt, updatedAt }) {
    const sendAt = instantOf(row["sendAt"], ctx.zone);
    const body = textOf(row["body"]).slice(0, 4096);
    if (sendAt === undefined || body === "") throw new Skip("bad_value");
    if (row["sentAt"] || sendAt <= unit.now || /^ENVIAD|^ERRO/.test(textOf(row["status"])))
      throw new Skip("past");
    const contactId = required(ctx, "Contacts", row["contactId"]);
    const userId = ctx.refs.id("Users", row["userId"]) ?? someAdmin(ctx);
    const connectionId = ctx.refs.id("Whatsapps", row["whatsappId"]);
    unit.scheduleWake(SCHEDULES_DUE, sendAt);
    return run(
      unit.db,
      SCHEDULE,
      body,
      contactId,
      sendAt,
      userId,
      connectionId,
      localTime(sendAt, timeZoneOf(ctx.tenant)),
      createdAt,
      updatedAt,
    );
  },
});

const LIST = "INSERT INTO contact_list (name, created_at, updated_at) VALUES (?, ?, ?)";
const LIST_NAMED = "SELECT id FROM contact_list WHERE name = ? COLLATE NOCASE";

export const listLoader = (): Loader => ({
  kind: "ContactLists",
  table: null,
  create(unit, { row, createdAt, updatedAt }) {
    const name = shortened(row["name"], 100);
    if (name === "") throw new Skip("no_name");
    const known = one<{ id: number }>(unit.db, LIST_NAMED, name);
    return known ? { id: known.id, matched: true } : run(unit.db, LIST, name, createdAt, updatedAt);
  },
});

const ITEM = `INSERT INTO contact_list_item (contact_list_id, name, number, match_key, email, is_whatsapp_valid, search,
  created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const SAME_ITEM = "SELECT id FROM contact_list_item WHERE contact_list_id = ? AND match_key = ?";

export const listItemLoader = (ctx: Context): Loader => ({
  kind: "ContactListItems",
  table: null,
  create(unit, { row, createdAt, updatedAt }) {
    const listId = required(ctx, "ContactLists", row["contactListId"]);
    const number = textOf(row["number"]).replace(/\D/g, "");
    if (number.length < 8 || number.length > 20) throw new Skip("no_number", textOf(row["number"]));
    const known = one<{ id: number }>(unit.db, SAME_ITEM, listId, matchKey(number));
    if (known) return { id: known.id, matched: true };
    const name = shortened(row["name"], 100) || number;
    const email = textOf(row["email"]).slice(0, 200);
    return run(
      unit.db,
      ITEM,
      listId,
      name,
      number,
      matchKey(number),
      email,
      // In the old tables `false` also means not checked.
      flagOf(row["isWhatsappValid"]) ? 1 : null,
      fold(`${name}\n${number}\n${email}`),
      createdAt,
      updatedAt,
    );
  },
});

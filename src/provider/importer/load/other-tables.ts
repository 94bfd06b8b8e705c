import { timeZoneOf } from "#accounts/settings/index.ts";
import { matchKey } from "#people/contacts/index.ts";
import { wallClock } from "#platform/dates.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import { fold } from "#platform/text.ts";
import type { Context } from "#provider/importer/context.ts";
import { flagOf, instantOf, textOf } from "#provider/importer/dump/values.ts";
import { type Incoming, type Loader, required, Skip } from "#provider/importer/rows.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { colorOf, shortened } from "./names.ts";
import * as sql from "./other-tables.sql.ts";
import { someAdmin } from "./users.ts";

export const tagLoader = (): Loader => ({
  kind: "Tags",
  table: "tag",
  create(unit, { row, createdAt, updatedAt }) {
    const name = shortened(row["name"], 50);
    if (name === "") throw new Skip("no_name");
    const known = queryOne(unit.db, sql.tagByName, { name });
    if (known) return { id: known.id, matched: true };
    return execute(unit.db, sql.insertTag, {
      name,
      color: colorOf(row["color"]),
      kanban: flagOf(row["kanban"]) ? 1 : 0,
      createdAt,
      updatedAt,
    });
  },
  update: (unit, id, { row, updatedAt }) =>
    void execute(unit.db, sql.updateTag, {
      color: colorOf(row["color"]),
      kanban: flagOf(row["kanban"]) ? 1 : 0,
      updatedAt,
      id,
    }),
});

export const ticketTagLoader = (ctx: Context): Loader => ({
  kind: "TicketTags",
  table: null,
  create(unit, { row }) {
    execute(unit.db, sql.insertTicketTag, {
      ticketId: required(ctx, "Tickets", row["ticketId"]),
      tagId: required(ctx, "Tags", row["tagId"]),
    });
    return { id: 0 };
  },
});

export const noteLoader = (ctx: Context): Loader => ({
  kind: "TicketNotes",
  table: null,
  create(unit, { row, createdAt }) {
    const ticketId = required(ctx, "Tickets", row["ticketId"]);
    const place = queryOne(unit.db, sql.contactOfTicket, { id: ticketId });
    if (!place) throw new Skip("removed_here");
    const userId = ctx.refs.id("Users", row["userId"]);
    return execute(unit.db, sql.insertNote, {
      ticketId,
      contactId: place.contactId,
      userId,
      note: textOf(row["note"]),
      createdAt,
    });
  },
});

/** Loads a quick reply, which is shared in the first version of the old product and personal in later ones. */
function reply(ctx: Context, unit: TenantUnit, incoming: Incoming, isEverybodys: boolean) {
  const { row, createdAt, updatedAt } = incoming;
  const shortcode = shortened(row["shortcode"] ?? row["shortcut"], 50).replace(/^\//, "");
  if (shortcode === "") throw new Skip("no_name");
  const owner = ctx.refs.id("Users", row["userId"]);
  const isShared = isEverybodys || flagOf(row["geral"]) || owner === null;
  const userId = owner ?? someAdmin(ctx);
  const known = queryOne(unit.db, sql.sameQuickReply, { shortcode, shared: isShared ? 1 : 0, userId });
  if (known) {
    incoming.note("repeated_key", shortcode);
    return { id: known.id, matched: true };
  }
  const path = textOf(row["mediaPath"]);
  const file = path === "" ? null : ctx.media.attach(unit, path);
  if (path !== "" && !file) incoming.note("no_file", path);
  const message = textOf(row["message"]).slice(0, 4096);
  return execute(unit.db, sql.insertQuickReply, {
    shortcode,
    message,
    shared: isShared ? 1 : 0,
    mediaId: file?.id ?? null,
    userId,
    createdAt,
    updatedAt,
  });
}

const replyLoader = (ctx: Context, kind: string, isEverybodys: boolean): Loader => ({
  kind,
  table: "quick_reply",
  prepare: (rows) => ctx.media.prepare(rows.map((row) => row["mediaPath"])),
  create: (unit, incoming) => reply(ctx, unit, incoming, isEverybodys),
  update: (unit, id, { row, updatedAt }) =>
    void execute(unit.db, sql.updateQuickReply, {
      message: textOf(row["message"]).slice(0, 4096),
      updatedAt,
      id,
    }),
});
export const quickMessageLoader = (ctx: Context) => replyLoader(ctx, "QuickMessages", false);
export const quickAnswerLoader = (ctx: Context) => replyLoader(ctx, "QuickAnswers", true);

/** Job that sends due messages. */
const SCHEDULES_DUE = "schedules";

const localTime = (at: number, zone: string): string => wallClock(at, zone).format("YYYY-MM-DD HH:mm:ss");

/** Imports only messages that are not sent yet. */
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
    return execute(unit.db, sql.insertScheduledMessage, {
      body,
      contactId,
      sendAt,
      userId,
      connectionId,
      seriesStart: localTime(sendAt, timeZoneOf(ctx.tenant)),
      createdAt,
      updatedAt,
    });
  },
});

export const listLoader = (): Loader => ({
  kind: "ContactLists",
  table: null,
  create(unit, { row, createdAt, updatedAt }) {
    const name = shortened(row["name"], 100);
    if (name === "") throw new Skip("no_name");
    const known = queryOne(unit.db, sql.listByName, { name });
    return known
      ? { id: known.id, matched: true }
      : execute(unit.db, sql.insertList, { name, createdAt, updatedAt });
  },
});

export const listItemLoader = (ctx: Context): Loader => ({
  kind: "ContactListItems",
  table: null,
  create(unit, { row, createdAt, updatedAt }) {
    const listId = required(ctx, "ContactLists", row["contactListId"]);
    const number = textOf(row["number"]).replace(/\D/g, "");
    if (number.length < 8 || number.length > 20) throw new Skip("no_number", textOf(row["number"]));
    const known = queryOne(unit.db, sql.sameListItem, { contactListId: listId, matchKey: matchKey(number) });
    if (known) return { id: known.id, matched: true };
    const name = shortened(row["name"], 100) || number;
    const email = textOf(row["email"]).slice(0, 200);
    return execute(unit.db, sql.insertListItem, {
      contactListId: listId,
      name,
      number,
      matchKey: matchKey(number),
      email, // In the old tables `false` also means not checked.
      isWhatsappValid: flagOf(row["isWhatsappValid"]) ? 1 : null,
      search: fold(`${name}\n${number}\n${email}`),
      createdAt,
      updatedAt,
    });
  },
});

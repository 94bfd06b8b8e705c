import { basename } from "node:path";
import { one, run } from "#platform/db/database.ts";
import type { Context } from "#provider/importer/context.ts";
import { flagOf, numberOf, type Row, textOf } from "#provider/importer/dump/values.ts";
import { fileNameOf } from "#provider/importer/media.ts";
import { type Incoming, required, Skip } from "#provider/importer/rows.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { bodyOf, kindOfMessage } from "./message-kinds.ts";

const INSERT = `INSERT INTO message (ticket_id, contact_id, connection_id, participant_id, provider_id, body, media_type,
    media_id, voice, sticker, from_me, origin, user_id, ack, send_state, read, quoted_id, deleted_at, deleted_by, is_edited,
    created_at, updated_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'import', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const TICKET = `SELECT contact_id AS contactId, connection_id AS connectionId, is_group AS isGroup, status
  FROM ticket WHERE id = ?`;
const KNOWN = `SELECT m.id, m.ack, m.body, m.deleted_at AS deletedAt, m.media_id AS mediaId, m.updated_at AS updatedAt,
    f.state AS fileState
  FROM message m LEFT JOIN media_file f ON f.id = m.media_id WHERE m.provider_id = ? AND +m.connection_id = ?`;
const UPDATE = `UPDATE message SET ack = ?, body = ?, is_edited = ?, deleted_at = ?, deleted_by = ?, read = max(read, ?),
  updated_at = ? WHERE id = ?`;
const SET_FILE = "UPDATE message SET media_id = ?, media_type = ?, voice = ?, sticker = ? WHERE id = ?";
// Behind a `+`: else the whole index of the connection would be read.
const BY_PROVIDER = "SELECT id FROM message WHERE provider_id = ? AND +connection_id = ?";
const MAX_TICKETS = 20_000;

interface TicketPlace {
  readonly contactId: number;
  readonly connectionId: number;
  readonly isGroup: number;
  readonly status: string;
}
interface KnownMessage {
  readonly id: number;
  readonly ack: number;
  readonly body: string;
  readonly deletedAt: number | null;
  readonly mediaId: number | null;
  readonly updatedAt: number;
  readonly fileState: string | null;
}

/** What WhatsApp calls the message: by it, an echo or a second run finds it again. */
const providerIdOf = (row: Row): string => textOf(row["wid"]) || textOf(row["id"]);

/**
 * Imports messages in order of time with their WhatsApp ids, which identify them in a second run, so that
 * nothing has to be remembered per message.
 */
export class Messages {
  readonly #tickets = new Map<number, TicketPlace>();

  readonly ctx: Context;
  /** The database had no messages when the run began: only those with a file are looked up. */
  readonly #isFirst: boolean;

  constructor(ctx: Context) {
    this.ctx = ctx;
    this.#isFirst = one(ctx.tenant.db, "SELECT 1 FROM message LIMIT 1") === undefined;
  }

  #place(ticketId: number): TicketPlace {
    const known = this.#tickets.get(ticketId);
    if (known) return known;
    const place = one<TicketPlace>(this.ctx.tenant.db, TICKET, ticketId);
    if (!place) throw new Skip("removed_here");
    if (this.#tickets.size > MAX_TICKETS) this.#tickets.clear();
    this.#tickets.set(ticketId, place);
    return place;
  }

  /** Only files of messages that are new, or wait for theirs, are copied. */
  async prepare(rows: readonly Row[]): Promise<void> {
    const wanted = rows.flatMap((row) => {
      const mediaUrl = row["mediaUrl"];
      if (!mediaUrl) return [];
      const ticketId = this.ctx.refs.id("Tickets", row["ticketId"]);
      const place = ticketId === null ? undefined : one<TicketPlace>(this.ctx.tenant.db, TICKET, ticketId);
      if (!place) return [];
      const known = one<KnownMessage>(this.ctx.tenant.db, KNOWN, providerIdOf(row), place.connectionId);
      return known && known.fileState !== "missing" ? [] : [mediaUrl];
    });
    await this.ctx.media.prepare(wanted);
  }

  /** Imports one message; returns the outcome. Throws Skip. */
  store(unit: TenantUnit, incoming: Incoming): "created" | "updated" | "unchanged" {
    const { row } = incoming;
    const ticketId = required(this.ctx, "Tickets", row["ticketId"]);
    const place = this.#place(ticketId);
    const isNew = this.#isFirst && !row["mediaUrl"];
    const known = isNew
      ? undefined
      : one<KnownMessage>(unit.db, KNOWN, providerIdOf(row), place.connectionId);
    if (known) return this.#update(unit, known, incoming);
    const file = this.#file(unit, incoming);
    const fromMe = flagOf(row["fromMe"]);
    const kind = kindOfMessage(row, file?.found?.kind ?? null);
    const isDeleted = flagOf(row["isDeleted"]);
    const { createdAt, updatedAt } = incoming;
    const participant =
      place.isGroup === 1 && !fromMe ? this.ctx.refs.id("Contacts", row["contactId"]) : null;
    run(
      unit.db,
      INSERT,
      ticketId,
      place.contactId,
      place.connectionId,
      participant,
      providerIdOf(row) || null,
      bodyOf(row, kind.mediaType, file !== null ? basename(fileNameOf(textOf(row["mediaUrl"]))) : null),
      kind.mediaType,
      file?.id ?? null,
      kind.voice ? 1 : 0,
      kind.sticker ? 1 : 0,
      fromMe ? 1 : 0,
      this.ctx.refs.id("Users", row["userId"]),
      ackOf(row, fromMe),
      fromMe ? "sent" : null,
      place.status === "closed" || fromMe || flagOf(row["read"]) ? 1 : 0,
      this.#quoted(unit, row, place.connectionId),
      isDeleted ? updatedAt : null,
      isDeleted ? (fromMe ? "user" : "contact") : null,
      flagOf(row["isEdited"]) ? 1 : 0,
      createdAt,
      updatedAt,
    );
    return "created";
  }

  #file(unit: TenantUnit, incoming: Incoming) {
    const mediaUrl = textOf(incoming.row["mediaUrl"]);
    if (mediaUrl === "") return null;
    const attached = this.ctx.media.attach(unit, mediaUrl);
    if (attached) return attached;
    incoming.note("no_file", fileNameOf(mediaUrl));
    return { id: this.ctx.media.missing(unit, mediaUrl), found: null };
  }

  #quoted(unit: TenantUnit, row: Row, connectionId: number): number | null {
    const quoted = textOf(row["quotedMsgId"]);
    if (quoted === "") return null;
    // Forks that number messages themselves keep the id of WhatsApp beside.
    const original = "wid" in row ? this.ctx.staging.find("Messages", quoted) : undefined;
    const providerId = original ? providerIdOf(original) : quoted;
    return one<{ id: number }>(unit.db, BY_PROVIDER, providerId, connectionId)?.id ?? null;
  }

  #update(unit: TenantUnit, known: KnownMessage, incoming: Incoming): "updated" | "unchanged" {
    const { row, updatedAt } = incoming;
    const mediaUrl = textOf(row["mediaUrl"]);
    const found =
      known.fileState === "missing" && mediaUrl !== "" ? this.ctx.media.attach(unit, mediaUrl) : null;
    if (found) {
      const { mediaType, voice, sticker } = kindOfMessage(row, found.found.kind);
      run(unit.db, SET_FILE, found.id, mediaType, voice ? 1 : 0, sticker ? 1 : 0, known.id);
      run(unit.db, "DELETE FROM media_file WHERE id = ?", known.mediaId);
    }
    if (known.updatedAt >= updatedAt) return found ? "updated" : "unchanged";
    const fromMe = flagOf(row["fromMe"]);
    const isDeleted = flagOf(row["isDeleted"]);
    const isEdited = flagOf(row["isEdited"]);
    run(
      unit.db,
      UPDATE,
      Math.max(known.ack, ackOf(row, fromMe)),
      isEdited ? textOf(row["body"]) : known.body,
      isEdited ? 1 : 0,
      isDeleted ? (known.deletedAt ?? updatedAt) : known.deletedAt,
      isDeleted || known.deletedAt !== null ? (fromMe ? "user" : "contact") : null,
      flagOf(row["read"]) ? 1 : 0,
      updatedAt,
      known.id,
    );
    return "updated";
  }
}

/** What went out was taken by the server at least. */
function ackOf(row: Row, fromMe: boolean): number {
  const ack = Math.min(5, Math.max(0, numberOf(row["ack"], 0)));
  return fromMe ? Math.max(1, ack) : ack;
}

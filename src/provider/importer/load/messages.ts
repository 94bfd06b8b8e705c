import { basename } from "node:path";
import { execute, queryOne } from "#platform/db/query.ts";
import type { Context } from "#provider/importer/context.ts";
import { flagOf, numberOf, type Row, textOf } from "#provider/importer/dump/values.ts";
import { fileNameOf } from "#provider/importer/media.ts";
import { type Incoming, required, Skip } from "#provider/importer/rows.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { bodyOf, kindOfMessage } from "./message-kinds.ts";
import * as sql from "./messages.sql.ts";

const MAX_TICKETS = 20_000;

export interface TicketPlace {
  readonly contactId: number;
  readonly connectionId: number;
  readonly isGroup: number;
  readonly status: string;
}
export interface KnownMessage {
  readonly id: number;
  readonly ack: number;
  readonly body: string;
  readonly deletedAt: number | null;
  readonly mediaId: number | null;
  readonly updatedAt: number;
  readonly fileState: string | null;
}

/** The WhatsApp id of the message, by which an echo or a second run finds it. */
const providerIdOf = (row: Row): string => textOf(row["wid"]) || textOf(row["id"]);

/**
 * Imports messages in order of time with their WhatsApp ids, which identify them in a second run, so that no mapping
 * per message is stored.
 */
export class Messages {
  readonly #tickets = new Map<number, TicketPlace>();

  readonly ctx: Context;
  /**
   * True when the database had no messages at the start of the run. Then only messages with a file are looked up,
   * because no other can exist already.
   */
  readonly #isFirst: boolean;

  constructor(ctx: Context) {
    this.ctx = ctx;
    this.#isFirst = queryOne(ctx.tenant.db, sql.anyMessage) === undefined;
  }

  #place(ticketId: number): TicketPlace {
    const known = this.#tickets.get(ticketId);
    if (known) return known;
    const place = queryOne(this.ctx.tenant.db, sql.ticketPlace, { id: ticketId });
    if (!place) throw new Skip("removed_here");
    if (this.#tickets.size > MAX_TICKETS) this.#tickets.clear();
    this.#tickets.set(ticketId, place);
    return place;
  }

  /** Copies only the files of new messages and of messages whose file is missing. */
  async prepare(rows: readonly Row[]): Promise<void> {
    const wanted = rows.flatMap((row) => {
      const mediaUrl = row["mediaUrl"];
      if (!mediaUrl) return [];
      const ticketId = this.ctx.refs.id("Tickets", row["ticketId"]);
      const place =
        ticketId === null ? undefined : queryOne(this.ctx.tenant.db, sql.ticketPlace, { id: ticketId });
      if (!place) return [];
      const known = queryOne(this.ctx.tenant.db, sql.knownMessage, {
        providerId: providerIdOf(row),
        connectionId: place.connectionId,
      });
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
      : queryOne(unit.db, sql.knownMessage, {
          providerId: providerIdOf(row),
          connectionId: place.connectionId,
        });
    if (known) return this.#update(unit, known, incoming);
    const file = this.#file(unit, incoming);
    const fromMe = flagOf(row["fromMe"]);
    const kind = kindOfMessage(row, file?.found?.kind ?? null);
    const isDeleted = flagOf(row["isDeleted"]);
    const { createdAt, updatedAt } = incoming;
    const participant =
      place.isGroup === 1 && !fromMe ? this.ctx.refs.id("Contacts", row["contactId"]) : null;
    execute(unit.db, sql.insert, {
      ticketId,
      contactId: place.contactId,
      connectionId: place.connectionId,
      participantId: participant,
      providerId: providerIdOf(row) || null,
      body: bodyOf(row, kind.mediaType, file !== null ? basename(fileNameOf(textOf(row["mediaUrl"]))) : null),
      mediaType: kind.mediaType,
      mediaId: file?.id ?? null,
      voice: kind.voice ? 1 : 0,
      sticker: kind.sticker ? 1 : 0,
      fromMe: fromMe ? 1 : 0,
      userId: this.ctx.refs.id("Users", row["userId"]),
      ack: ackOf(row, fromMe),
      sendState: fromMe ? "sent" : null,
      read: place.status === "closed" || fromMe || flagOf(row["read"]) ? 1 : 0,
      quotedId: this.#quoted(unit, row, place.connectionId),
      deletedAt: isDeleted ? updatedAt : null,
      deletedBy: isDeleted ? (fromMe ? "user" : "contact") : null,
      isEdited: flagOf(row["isEdited"]) ? 1 : 0,
      createdAt,
      updatedAt,
    });
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
    // Forks with their own message ids store the WhatsApp id in `wid`.
    const original = "wid" in row ? this.ctx.staging.find("Messages", quoted) : undefined;
    const providerId = original ? providerIdOf(original) : quoted;
    return queryOne(unit.db, sql.byProviderId, { providerId, connectionId })?.id ?? null;
  }

  #update(unit: TenantUnit, known: KnownMessage, incoming: Incoming): "updated" | "unchanged" {
    const { row, updatedAt } = incoming;
    const mediaUrl = textOf(row["mediaUrl"]);
    const found =
      known.fileState === "missing" && mediaUrl !== "" ? this.ctx.media.attach(unit, mediaUrl) : null;
    if (found) {
      const { mediaType, voice, sticker } = kindOfMessage(row, found.found.kind);
      execute(unit.db, sql.setFile, {
        mediaId: found.id,
        mediaType,
        voice: voice ? 1 : 0,
        sticker: sticker ? 1 : 0,
        id: known.id,
      });
      execute(unit.db, sql.deleteFile, { id: known.mediaId });
    }
    if (known.updatedAt >= updatedAt) return found ? "updated" : "unchanged";
    const fromMe = flagOf(row["fromMe"]);
    const isDeleted = flagOf(row["isDeleted"]);
    const isEdited = flagOf(row["isEdited"]);
    execute(unit.db, sql.update, {
      ack: Math.max(known.ack, ackOf(row, fromMe)),
      body: isEdited ? textOf(row["body"]) : known.body,
      isEdited: isEdited ? 1 : 0,
      deletedAt: isDeleted ? (known.deletedAt ?? updatedAt) : known.deletedAt,
      deletedBy: isDeleted || known.deletedAt !== null ? (fromMe ? "user" : "contact") : null,
      read: flagOf(row["read"]) ? 1 : 0,
      updatedAt,
      id: known.id,
    });
    return "updated";
  }
}

/** A sent message was at least accepted by the server (ack 1). */
function ackOf(row: Row, fromMe: boolean): number {
  const ack = Math.min(5, Math.max(0, numberOf(row["ack"], 0)));
  return fromMe ? Math.max(1, ack) : ack;
}

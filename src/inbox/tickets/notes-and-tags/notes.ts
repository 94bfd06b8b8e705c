import type * as v from "valibot";
import { visibleTicket } from "#inbox/tickets/access.ts";
import type { EditNoteBody, TicketNoteAnswer, TicketNoteBody } from "#inbox/tickets/contract.ts";
import { NoteChanged } from "#inbox/tickets/events.ts";
import { recordTicketEvent } from "#inbox/tickets/history/record-event.ts";
import type { Mentions, NoteMention } from "#inbox/tickets/participants/contract.ts";
import {
  followMentions,
  forgetMentions,
  namedMentions,
  notifyFollowers,
} from "#inbox/tickets/participants/mentions.ts";
import { canSee, mayDeleteNote, mayEditNote } from "#inbox/tickets/policy.ts";
import { storedTicket, ticketById } from "#inbox/tickets/queries.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { noPermission, notFound } from "#platform/errors.ts";
import type { Tenant, TenantUnit, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./notes-and-tags.sql.ts";

export interface NoteRow {
  readonly id: number;
  readonly note: string;
  readonly ticket_id: number;
  readonly connection_id: number;
  readonly contact_id: number;
  readonly user_id: number | null;
  readonly user_name: string | null;
  /** JSON of `NoteMention[]`. */
  readonly mentions: string;
  readonly edited_at: number | null;
  /** JSON of `EarlierText[]`. */
  readonly edits: string;
  readonly created_at: number;
}

interface EarlierText {
  readonly note: string;
  readonly at: number;
}

/** Maximum number of earlier texts stored with a note. */
const MOST_EDITS = 20;

/**
 * `POST /ticket-notes`: for all users who may see the ticket; customers never see notes. Mentioned people are notified
 * (docs/rules/participants.md#mentions). Throws 404 ERR_NO_TICKET_FOUND, 404 ERR_NO_USER_FOUND, 404 ERR_NO_QUEUE_FOUND,
 * 403 ERR_MENTION_NOT_VISIBLE, 409 ERR_LIMIT_REACHED.
 */
export function addNote(ctx: UserCtx, body: v.InferOutput<typeof TicketNoteBody>): TicketNoteAnswer {
  const { tenant, actor } = ctx;
  const id = tenant.write((unit) => {
    const ticket = visibleTicket(ctx, body.ticketId);
    const mentions = namedMentions(unit, body.mentions);
    const noteId = insertNote(unit, ticket, actor.id, body.note, mentions);
    const mentioned = followMentions(unit, actor, { ticket, noteId, before: [], after: mentions });
    notifyFollowers(unit, ticket, { id: noteId, authorId: actor.id, mentioned });
    return noteId;
  });
  return presentNote(tenant, id);
}

/**
 * `PUT /ticket-notes/{id}`: the author changes text and mentions at any time; earlier texts stay readable. Throws 404
 * ERR_NOT_FOUND, 403 ERR_NO_PERMISSION, and the errors of `addNote`.
 */
export function editNote(ctx: UserCtx, id: number, body: EditNoteBody): TicketNoteAnswer {
  const { tenant, actor } = ctx;
  tenant.write((unit) => {
    const { row, ticket } = visibleNote(ctx, id);
    if (!mayEditNote(actor, row.user_id)) throw noPermission();
    const mentions = namedMentions(unit, body.mentions);
    const before = JSON.parse(row.mentions) as NoteMention[];
    const earlier = JSON.parse(row.edits) as EarlierText[];
    const edits =
      row.note === body.note
        ? earlier
        : [...earlier, { note: row.note, at: row.edited_at ?? row.created_at }].slice(-MOST_EDITS);
    execute(unit.db, sql.editNote, {
      id,
      note: body.note,
      mentions: JSON.stringify(mentions),
      edits: JSON.stringify(edits),
      now: unit.now,
    });
    followMentions(unit, actor, { ticket, noteId: id, before, after: mentions });
    unit.emit(NoteChanged, { action: "update", noteId: id, ticket: storedTicket(unit.db, ticket.id) });
  });
  return presentNote(tenant, id);
}

/** Stores the reason of a transfer as an internal note of the user (null = the product); for a blank reason no note is stored. */
export function addReasonNote(unit: TenantUnit, ticket: Ticket, userId: number | null, reason = ""): void {
  if (reason.trim() !== "") insertNote(unit, ticket, userId, reason.trim());
}

/**
 * Stores a note whose author is the product; mentioned people are notified, and become participants if they do not see the ticket.
 * Throws 404 ERR_NO_USER_FOUND, 404 ERR_NO_QUEUE_FOUND, 409 ERR_LIMIT_REACHED.
 */
export function addSystemNote(unit: TenantUnit, ticket: Ticket, note: string, mentions: Mentions = []): void {
  const named = namedMentions(unit, mentions);
  const noteId = insertNote(unit, ticket, null, note, named);
  if (named.length > 0) followMentions(unit, null, { ticket, noteId, before: [], after: named });
}

/** Inserts a note; returns its id. */
function insertNote(
  unit: TenantUnit,
  ticket: Ticket,
  userId: number | null,
  note: string,
  mentions: readonly NoteMention[] = [],
): number {
  const { id } = execute(unit.db, sql.insertNote, {
    ticketId: ticket.id,
    contactId: ticket.contactId,
    userId,
    note,
    mentions: JSON.stringify(mentions),
    now: unit.now,
  });
  unit.emit(NoteChanged, { action: "create", noteId: id, ticket });
  return id;
}

/**
 * `GET /ticket-notes/list`: the notes on the contact of a visible ticket, oldest first, without notes of tickets that
 * the caller may not see. Throws 404 ERR_NO_TICKET_FOUND.
 */
export function listNotes(ctx: UserCtx, ticketId: number): TicketNoteAnswer[] {
  const { db } = ctx.tenant;
  const { contactId } = visibleTicket(ctx, ticketId);
  const rows = queryAll(db, sql.notesOfContact, { contactId });
  const visible = new Map<number, boolean>();
  for (const { ticket_id } of rows) {
    if (visible.has(ticket_id)) continue;
    const ticket = ticketById(db, ticket_id);
    visible.set(ticket_id, ticket !== undefined && canSee(ctx.actor, ticket));
  }
  return rows.filter((row) => visible.get(row.ticket_id)).map(present);
}

/**
 * `DELETE /ticket-notes/{id}`: for the note's author and admins. The history records that a note was deleted, without its text.
 * Throws 404 ERR_NOT_FOUND, 403 ERR_NO_PERMISSION.
 */
export function deleteNote(ctx: UserCtx, id: number): void {
  ctx.tenant.write((unit) => {
    const { row, ticket } = visibleNote(ctx, id);
    if (!mayDeleteNote(ctx.actor, row.user_id)) throw noPermission();
    forgetMentions(unit, ticket.id, id, JSON.parse(row.mentions) as NoteMention[]);
    execute(unit.db, sql.deleteNote, { id });
    recordTicketEvent(unit, "note_deleted", ticket, ticket, ctx.actor.id);
    unit.emit(NoteChanged, { action: "delete", noteId: id, ticket });
  });
}

function visibleNote(ctx: UserCtx, id: number): { readonly row: NoteRow; readonly ticket: Ticket } {
  const row = queryOne(ctx.tenant.db, sql.noteById, { id });
  const ticket = row && ticketById(ctx.tenant.db, row.ticket_id);
  if (!row || !ticket || !canSee(ctx.actor, ticket)) throw notFound();
  return { row, ticket };
}

/** The note as shown; undefined when it was deleted. */
export function findNote(tenant: Tenant, id: number): TicketNoteAnswer | undefined {
  const row = queryOne(tenant.db, sql.noteById, { id });
  return row && present(row);
}

function presentNote(tenant: Tenant, id: number): TicketNoteAnswer {
  const found = findNote(tenant, id);
  if (!found) throw notFound();
  return found;
}

const instant = (at: number): string => new Date(at).toISOString();

const present = (row: NoteRow): TicketNoteAnswer => ({
  id: row.id,
  note: row.note,
  mentions: JSON.parse(row.mentions) as NoteMention[],
  editedAt: row.edited_at === null ? null : instant(row.edited_at),
  edits: (JSON.parse(row.edits) as EarlierText[]).map(({ note, at }) => ({ note, at: instant(at) })),
  ticketId: row.ticket_id,
  contactId: row.contact_id,
  whatsappId: row.connection_id,
  user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? "" },
  createdAt: instant(row.created_at),
});

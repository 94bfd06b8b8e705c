import type * as v from "valibot";
import { visibleTicket } from "#inbox/tickets/access.ts";
import type { TicketNoteAnswer, TicketNoteBody } from "#inbox/tickets/contract.ts";
import { ticketChanged } from "#inbox/tickets/history/record-event.ts";
import { canSee, mayDeleteNote } from "#inbox/tickets/policy.ts";
import { ticketById } from "#inbox/tickets/queries.ts";
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
  readonly created_at: number;
}

/**
 * `POST /ticket-notes`: for all users who may see the ticket; customers never see notes. Throws 404
 * ERR_NO_TICKET_FOUND.
 */
export function addNote(ctx: UserCtx, body: v.InferOutput<typeof TicketNoteBody>): TicketNoteAnswer {
  const ticket = visibleTicket(ctx, body.ticketId);
  const id = ctx.tenant.write((unit) => {
    // Emits a change, so that pages with the open ticket show the note.
    ticketChanged(unit, ticket, ticket);
    return insertNote(unit, ticket, ctx.actor.id, body.note);
  });
  return presentNote(ctx.tenant, id);
}

/** Stores the reason of a transfer as an internal note of the user; for a blank reason no note is stored. */
export function addReasonNote(unit: TenantUnit, ticket: Ticket, userId: number, reason = ""): void {
  if (reason.trim() !== "") insertNote(unit, ticket, userId, reason.trim());
}

/** Stores a note whose author is the product. Emits a change, so that pages with the open ticket show the note. */
export function addSystemNote(unit: TenantUnit, ticket: Ticket, note: string): void {
  ticketChanged(unit, ticket, ticket);
  insertNote(unit, ticket, null, note);
}

/** Inserts a note; returns its id. */
function insertNote(unit: TenantUnit, ticket: Ticket, userId: number | null, note: string): number {
  return execute(unit.db, sql.insertNote, {
    ticketId: ticket.id,
    contactId: ticket.contactId,
    userId,
    note,
    now: unit.now,
  }).id;
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

/** `DELETE /ticket-notes/{id}`: for the note's author and admins. Throws 404 ERR_NOT_FOUND, 403 ERR_NO_PERMISSION. */
export function deleteNote(ctx: UserCtx, id: number): void {
  const row = queryOne(ctx.tenant.db, sql.noteById, { id });
  const ticket = row && ticketById(ctx.tenant.db, row.ticket_id);
  if (!row || !ticket || !canSee(ctx.actor, ticket)) throw notFound();
  if (!mayDeleteNote(ctx.actor, row.user_id)) throw noPermission();
  ctx.tenant.write((unit) => {
    ticketChanged(unit, ticket, ticket);
    execute(unit.db, sql.deleteNote, { id });
  });
}

function presentNote(tenant: Tenant, id: number): TicketNoteAnswer {
  const row = queryOne(tenant.db, sql.noteById, { id });
  if (!row) throw notFound();
  return present(row);
}

const present = (row: NoteRow): TicketNoteAnswer => ({
  id: row.id,
  note: row.note,
  ticketId: row.ticket_id,
  contactId: row.contact_id,
  whatsappId: row.connection_id,
  user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? "" },
  createdAt: new Date(row.created_at).toISOString(),
});

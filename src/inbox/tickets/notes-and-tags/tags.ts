import { visibleTicket } from "#inbox/tickets/access.ts";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { TagAdded } from "#inbox/tickets/events.ts";
import { ticketRelabelled } from "#inbox/tickets/history/record-event.ts";
import { presentTicket } from "#inbox/tickets/present.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import { invalidFields, notFound } from "#platform/errors.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./notes-and-tags.sql.ts";

/**
 * `PUT /ticket-tags/{ticketId}/{tagId}`: adds a tag, for all users who may see the ticket; adding it again changes
 * nothing. Throws 404 ERR_NO_TICKET_FOUND, 404 ERR_NOT_FOUND for the tag.
 */
export function addTag(ctx: UserCtx, ticketId: number, tagId: number): TicketAnswer {
  return retag(ctx, ticketId, (unit, ticket) => {
    requireTag(unit, tagId);
    return insertTag(unit, ticket, tagId);
  });
}

/** `DELETE /ticket-tags/{ticketId}`: removes the ticket from its lane; other tags are kept. */
export function removeLanes(ctx: UserCtx, ticketId: number): TicketAnswer {
  return retag(
    ctx,
    ticketId,
    (unit, ticket) => execute(unit.db, sql.removeLanes, { ticketId: ticket.id }).changes,
  );
}

/**
 * `PUT /tickets/{id}/lane`: moves the ticket to this lane of the board and out of every other; null = 'Em aberto'.
 * Removal and addition are one transaction and one event: of two concurrent moves of a card the last one wins. Throws
 * 404 ERR_NO_TICKET_FOUND, 404 ERR_NOT_FOUND for the tag, 400 ERR_VALIDATION when the tag is not a lane.
 */
export function moveToLane(ctx: UserCtx, ticketId: number, tagId: number | null): TicketAnswer {
  return retag(ctx, ticketId, (unit, ticket) => {
    if (tagId !== null) requireLane(unit, tagId);
    const removed = execute(unit.db, sql.removeOtherLanes, { ticketId: ticket.id, id: tagId }).changes;
    return tagId === null ? removed : removed + insertTag(unit, ticket, tagId);
  });
}

/** `POST /tags/sync`: replaces the tags of the ticket by exactly these. */
export function syncTags(ctx: UserCtx, ticketId: number, tagIds: readonly number[]): TicketAnswer {
  return retag(ctx, ticketId, (unit, ticket) => {
    for (const tagId of tagIds) requireTag(unit, tagId);
    let { changes } = execute(unit.db, sql.removeOtherTags, {
      ticketId: ticket.id,
      ids: JSON.stringify(tagIds),
    });
    for (const tagId of tagIds) changes += insertTag(unit, ticket, tagId);
    return changes;
  });
}

/**
 * Adds or removes these tags, for all users who may see the ticket; returns the ids of those that changed. Throws 404
 * ERR_NO_TICKET_FOUND, 404 ERR_NOT_FOUND for an added tag.
 */
export function changeTags(
  { tenant, actor }: UserCtx,
  ticketId: number,
  how: "add" | "remove",
  tagIds: readonly number[],
): number[] {
  return tenant.write((unit) => {
    const ticket = visibleTicket({ tenant, actor }, ticketId);
    const changed = tagIds.filter((tagId) => {
      if (how === "remove") return execute(unit.db, sql.removeTag, { ticketId, tagId }).changes > 0;
      requireTag(unit, tagId);
      return insertTag(unit, ticket, tagId) > 0;
    });
    if (changed.length > 0) ticketRelabelled(unit, ticket);
    return changed;
  });
}

/** Changes tags without moving the ticket in the lists: `updatedAt` is unchanged (docs/rules/tickets.md#board). */
function retag(
  ctx: UserCtx,
  ticketId: number,
  work: (unit: TenantUnit, ticket: Ticket) => number,
): TicketAnswer {
  const ticket = visibleTicket(ctx, ticketId);
  ctx.tenant.write((unit) => {
    if (work(unit, ticket) > 0) ticketRelabelled(unit, ticket);
  });
  return presentTicket(ctx.tenant, ticketId);
}

/** Adds a tag; returns 0 when the ticket has it already. */
export function insertTag(unit: TenantUnit, ticket: Ticket, tagId: number): number {
  const { changes } = execute(unit.db, sql.addTag, { ticketId: ticket.id, tagId });
  if (changes > 0) unit.emit(TagAdded, { ticket, tagId });
  return changes;
}

/** Throws 404 ERR_NOT_FOUND when there is no such tag. */
export function requireTag(unit: TenantUnit, tagId: number): void {
  if (!queryOne(unit.db, sql.tagExists, { id: tagId })) throw notFound();
}

function requireLane(unit: TenantUnit, tagId: number): void {
  const found = queryOne(unit.db, sql.kanbanFlag, { id: tagId });
  if (!found) throw notFound();
  if (found.kanban !== 1) throw invalidFields({ tagId: "invalid" });
}

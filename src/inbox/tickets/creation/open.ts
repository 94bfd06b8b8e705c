import { setting } from "#accounts/settings/index.ts";
import type { Channel } from "#channels/connections/contract.ts";
import { addressVia, noUsableConnection, pickConnection } from "#channels/connections/index.ts";
import type { OpenTicketBody, TicketAnswer } from "#inbox/tickets/contract.ts";
import { noQueue, queueRequired } from "#inbox/tickets/errors.ts";
import { canAcceptNow, canSee, mayAssign, mayOpenAnywhere } from "#inbox/tickets/policy.ts";
import { presentTicket } from "#inbox/tickets/present.ts";
import { runningAnywhere, runningTicket } from "#inbox/tickets/queries.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { acceptTicket } from "#inbox/tickets/transitions/accept.ts";
import { queueOf, requireAssignee } from "#inbox/tickets/transitions/assignee.ts";
import { otherOpenTicket } from "#inbox/tickets/transitions/conflict.ts";
import { contactById, invalidContact, isOnWhatsApp, needsPhone, noContact } from "#people/contacts/index.ts";
import type { Db } from "#platform/db/database.ts";
import { AppError, noPermission } from "#platform/errors.ts";
import type { TenantUnit, UserActor, UserCtx } from "#tenants/tenant.ts";
import { createTicket } from "./create.ts";

/**
 * `POST /tickets`: an attendant opens a ticket (docs/rules/tickets.md#open). A waiting ticket of the contact without
 * attendant is accepted instead. Throws 404 ERR_NO_CONTACT_FOUND, 400 ERR_QUEUE_REQUIRED, 403 ERR_NO_PERMISSION, 404
 * ERR_NO_QUEUE_FOUND, 404 ERR_NO_USER_FOUND, 400 ERR_USER_NOT_IN_QUEUE, 404 ERR_NO_WAPP_FOUND, 400
 * ERR_NO_DEF_WAPP_FOUND, 400 ERR_WAPP_INVALID_CONTACT, 400 ERR_NEEDS_PHONE, 409 ERR_OTHER_OPEN_TICKET.
 */
export function openTicket(ctx: UserCtx, body: OpenTicketBody): TicketAnswer {
  const id = ctx.tenant.write((unit) => open(unit, ctx.actor, body).id);
  return presentTicket(ctx.tenant, id);
}

function open(unit: TenantUnit, actor: UserActor, body: OpenTicketBody): Ticket {
  const contact = contactById(unit.db, body.contactId);
  if (!contact) throw noContact();
  const queueId = chosenQueue(unit.db, actor, body.queueId ?? null);
  const userId = chosenUser(unit.db, actor, body.userId ?? null, queueId);
  const connection = connectionFor(unit.db, actor, body.whatsappId ?? null);
  if (!connection) {
    // Without an open connection no ticket can be created, but a running ticket is still reported or accepted.
    const running = runningAnywhere(unit.db, contact.id);
    if (!running) throw noUsableConnection();
    return acceptOrThrow(unit, actor, running, queueId);
  }
  if (!addressVia(unit.db, contact.id, connection.id, connection.channel))
    throw unreachable(unit.db, contact.id, connection.channel);

  const onlyThere = setting(unit.tenant, "openTicketOnlyOther");
  const running =
    runningTicket(unit.db, contact.id, connection.id) ??
    (onlyThere ? undefined : runningAnywhere(unit.db, contact.id));
  if (running) return acceptOrThrow(unit, actor, running, queueId);
  return createTicket(
    unit,
    {
      status: "open",
      contactId: contact.id,
      connectionId: connection.id,
      channel: connection.channel,
      isGroup: contact.isGroup,
      queueId,
      userId,
      origin: "user",
    },
    actor.id,
  );
}

/** ERR_NEEDS_PHONE when the contact has other ids on the channel, else ERR_WAPP_INVALID_CONTACT: the contact is not on the channel. */
function unreachable(db: Db, contactId: number, channel: Channel): AppError {
  return channel === "whatsapp" && isOnWhatsApp(db, contactId) ? needsPhone() : invalidContact();
}

/** Returns the connection of a new ticket; undefined when none was requested and none is open. */
function connectionFor(db: Db, actor: UserActor, asked: number | null) {
  try {
    return pickConnection(db, { requestedId: asked, ownId: actor.connectionId });
  } catch (error) {
    if (error instanceof AppError && error.code === noUsableConnection().code) return undefined;
    throw error;
  }
}

/**
 * Handles a running ticket of the contact: accepts it when the caller may see and accept it, else throws 409 with its
 * owner. An admin also accepts a ticket that is offered to another attendant.
 */
function acceptOrThrow(unit: TenantUnit, actor: UserActor, running: Ticket, queueId: number | null): Ticket {
  if (!canSee(actor, running) || !canAcceptNow(actor, running))
    throw otherOpenTicket(unit.db, actor, running);
  return acceptTicket(unit, actor, running, queueId);
}

function chosenQueue(db: Db, actor: UserActor, queueId: number | null): number | null {
  if (queueId === null) {
    if (!mayOpenAnywhere(actor)) throw queueRequired();
    return null;
  }
  if (!mayOpenAnywhere(actor) && !actor.queueIds.includes(queueId)) throw noPermission();
  if (!queueOf(db, queueId)) throw noQueue();
  return queueId;
}

/** Checks that only an admin assigns the ticket to another user. */
function chosenUser(db: Db, actor: UserActor, userId: number | null, queueId: number | null): number {
  if (userId === null || userId === actor.id || !mayAssign(actor)) return actor.id;
  requireAssignee(db, userId, queueId);
  return userId;
}

import { setting } from "#accounts/settings/index.ts";
import type { UpdateTicketBody } from "#inbox/tickets/contract.ts";
import { TicketClosed } from "#inbox/tickets/events.ts";
import { recordTicketEvent } from "#inbox/tickets/history/record-event.ts";
import { finishTracking, runningTracking } from "#inbox/tickets/history/tracking.ts";
import { mayClose } from "#inbox/tickets/policy.ts";
import { storedTicket } from "#inbox/tickets/queries.ts";
import { type ChosenResolution, chosenResolution, NO_RESOLUTION } from "#inbox/tickets/resolutions/choose.ts";
import { resolutionById } from "#inbox/tickets/resolutions/queries.ts";
import type { CloseReason, Ticket } from "#inbox/tickets/schema.ts";
import { pinsOfTicket } from "#inbox/tickets/triage/pins.ts";
import { ContactUpdated } from "#people/contacts/events.ts";
import { fieldsRequired, missingFields, writeValues } from "#people/fields/index.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import { noPermission } from "#platform/errors.ts";
import type { TenantUnit, UserActor } from "#tenants/tenant.ts";
import { snapshotForUndo } from "./close-undo.ts";
import { CLOSE_DUE, emitCloseSettled } from "./settle-close.ts";
import * as sql from "./transitions.sql.ts";

interface Close {
  readonly reason: CloseReason;
  /** True = no text is sent to the customer. */
  readonly silent: boolean;
  readonly userId: number | null;
  readonly resolution?: ChosenResolution;
  /** How long the close can be undone, ms; absent or 0 = it is settled immediately. */
  readonly undoMs?: number;
}

/** The keys of a close in the body of an update. */
type CloseBody = Pick<
  UpdateTicketBody,
  "silent" | "fields" | "contactFields" | "resolutionId" | "resolutionNote"
>;

/**
 * `PUT … { status: "closed" }`: a close by a person, which can be undone for `undoCloseSeconds`
 * (docs/rules/tickets.md#undo-close) or for `undoMs`. Values of custom fields in the body are written with it. Throws 403
 * ERR_NO_PERMISSION, 400 ERR_FIELDS_REQUIRED, 400 ERR_VALIDATION with the keys that do not fit.
 */
export function closeByPerson(
  unit: TenantUnit,
  actor: UserActor,
  before: Ticket,
  body: CloseBody,
  undoMs = setting(unit.tenant, "undoCloseSeconds") * 1000,
): Ticket {
  if (!mayClose(actor, before)) throw noPermission();
  const { silent = false, fields = {}, contactFields = {} } = body;
  if (before.status !== "closed") {
    writeValues(unit, "ticket", before.id, fields);
    if (writeValues(unit, "contact", before.contactId, contactFields))
      unit.emit(ContactUpdated, { contactId: before.contactId });
  }
  const resolution = before.status === "closed" ? NO_RESOLUTION : chosenResolution(unit, before, body);
  const missing = before.status === "closed" ? [] : missingFields(unit.tenant, before);
  if (missing.length > 0 || !resolution) throw fieldsRequired(missing, !resolution);
  return closeTicket(unit, before, { reason: "user", silent, userId: actor.id, resolution, undoMs });
}

/**
 * Closes a ticket without checking permissions. It keeps its attendant and queue for the history. Texts, rating and
 * webhooks follow when the close is settled. A closed ticket is returned unchanged.
 */
export function closeTicket(
  unit: TenantUnit,
  before: Ticket,
  { reason, silent, userId, resolution = NO_RESOLUTION, undoMs = 0 }: Close,
): Ticket {
  const tracking = runningTracking(unit.db, before.id);
  const pins = undoMs > 0 ? pinsOfTicket(unit.db, before.id) : [];
  const undo = snapshotForUndo(before, tracking, { silent, pins });
  const settlesAt = undoMs > 0 ? unit.now + undoMs : null;
  const kept = settlesAt === null ? null : JSON.stringify(undo);
  if (
    execute(unit.db, sql.close, {
      now: unit.now,
      closedBy: userId,
      closeReason: reason,
      closeSettlesAt: settlesAt,
      closeUndo: kept,
      ...resolution,
      id: before.id,
    }).changes === 0
  )
    return before;
  const ticket = storedTicket(unit.db, before.id);
  finishTracking(unit, before.id, { ...resolution, closeReason: reason, closedBy: userId });
  recordTicketEvent(
    unit,
    reason === "merged" ? "merged" : "closed",
    before,
    ticket,
    userId,
    factsOf(unit, resolution),
  );
  unit.emit(TicketClosed, { ticket, previous: before, userId, reason });
  if (settlesAt === null) emitCloseSettled(unit, ticket, undo, tracking);
  else unit.scheduleWake(CLOSE_DUE, settlesAt);
  return ticket;
}

/** The name stays in the history when the resolution is renamed or deleted. */
function factsOf({ db }: TenantUnit, { resolutionId }: ChosenResolution): Readonly<Record<string, unknown>> {
  return resolutionId === null ? {} : { resolution: resolutionById(db, resolutionId)?.name };
}

/** Closes all tickets of a contact that is being erased, without sending texts. */
export function closeAllTicketsOf(unit: TenantUnit, contactId: number): void {
  for (const { id } of queryAll(unit.db, sql.runningOfContact, { contactId }))
    closeTicket(unit, storedTicket(unit.db, id), { reason: "import", silent: true, userId: null });
}

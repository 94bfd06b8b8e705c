import { signal } from "@preact/signals-react";
import type { TicketAnswer, UpdateTicketBody } from "#inbox/tickets/contract.ts";
import { changeTicket } from "#web/inbox/tickets/actions/change-ticket.ts";
import { ApiError } from "#web/lib/api/api-error.ts";

/** A close that needs something first; the panel asks for it. */
export interface Resolving {
  readonly ticket: TicketAnswer;
  readonly body: UpdateTicketBody;
  /** Ids of the required fields that the ticket or its contact lacks. */
  readonly fieldIds: readonly number[];
  readonly onClosed: (closed: TicketAnswer) => void;
}

/** What the panel asks for now; null = it is closed. */
export const resolving = signal<Resolving | null>(null);

/** Closes a ticket; the panel opens when required fields are missing. Other errors are thrown. */
export async function closeOrAsk(
  ticket: TicketAnswer,
  body: UpdateTicketBody,
  onClosed: (closed: TicketAnswer) => void,
): Promise<void> {
  try {
    const closed = await changeTicket(ticket, body);
    resolving.value = null;
    onClosed(closed);
  } catch (error) {
    const fieldIds = missingFields(error);
    if (!fieldIds) throw error;
    resolving.value = { ticket, body, fieldIds, onClosed };
  }
}

/** The fields that the server names in `ERR_FIELDS_REQUIRED`; undefined for another error. */
function missingFields(error: unknown): readonly number[] | undefined {
  if (!(error instanceof ApiError) || error.code !== "ERR_FIELDS_REQUIRED") return undefined;
  const ids = error.details["fields"];
  return Array.isArray(ids) ? ids.map(Number) : [];
}

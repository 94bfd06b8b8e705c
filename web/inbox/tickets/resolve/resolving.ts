import { signal } from "@preact/signals-react";
import type { TicketAnswer, UpdateTicketBody } from "#inbox/tickets/contract.ts";
import { changeTicket } from "#web/inbox/tickets/actions/change-ticket.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { session } from "#web/lib/session/session.ts";

/** A close that needs something first; the panel asks for it. */
export interface Resolving {
  readonly ticket: TicketAnswer;
  readonly body: UpdateTicketBody;
  /** Ids of the required fields that the ticket or its contact lacks. */
  readonly fieldIds: readonly number[];
  /** Whether the ticket cannot be resolved without a resolution. */
  readonly isResolutionRequired: boolean;
  readonly onClosed: (closed: TicketAnswer) => void;
}

/** Loaded at first use: most companies ask for no resolution. */
const loadResolutions = () => import("#web/inbox/tickets/resolutions/resolutions-store.ts");

/** What the panel asks for now; null = it is closed. */
export const resolving = signal<Resolving | null>(null);

/**
 * Closes a ticket. The panel opens first while resolutions are asked for, and when required fields are missing. Other
 * errors are thrown.
 */
export async function resolveOrAsk(
  ticket: TicketAnswer,
  body: UpdateTicketBody,
  onClosed: (closed: TicketAnswer) => void,
): Promise<void> {
  const mode = session.setting("resolutionMode");
  if (mode === "optional" || mode === "required") {
    const { resolutionList } = await loadResolutions();
    await resolutionList.need();
    if (resolutionList.offered(ticket.queueId).length > 0) {
      const isResolutionRequired = mode === "required";
      resolving.value = { ticket, body, fieldIds: [], isResolutionRequired, onClosed };
      return;
    }
  }
  await closeOrAsk({ ticket, body, fieldIds: [], isResolutionRequired: false, onClosed });
}

/** Sends a close; the panel asks for what the server names as missing. */
export async function closeOrAsk(asked: Resolving): Promise<void> {
  try {
    const closed = await changeTicket(asked.ticket, asked.body);
    resolving.value = null;
    asked.onClosed(closed);
  } catch (error) {
    const missing = missingOf(error);
    if (!missing) throw error;
    const fieldIds = [...new Set([...asked.fieldIds, ...missing.fieldIds])];
    const isResolutionRequired = asked.isResolutionRequired || missing.resolution;
    if (missing.resolution) await (await loadResolutions()).resolutionList.need();
    resolving.value = { ...asked, fieldIds, isResolutionRequired };
  }
}

/** What the server names in `ERR_FIELDS_REQUIRED`; undefined for another error. */
function missingOf(error: unknown): { fieldIds: readonly number[]; resolution: boolean } | undefined {
  if (!(error instanceof ApiError) || error.code !== "ERR_FIELDS_REQUIRED") return undefined;
  const { fields, resolution } = error.details;
  return { fieldIds: Array.isArray(fields) ? fields.map(Number) : [], resolution: resolution === true };
}

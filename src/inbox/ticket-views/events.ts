import { defineEvent } from "#platform/events/define-event.ts";
import type { TicketView } from "./schema.ts";

/** `before` is null for a new view. */
export const ViewSaved = defineEvent<{ readonly before: TicketView | null; readonly after: TicketView }>(
  "ticket_view.saved",
);
export const ViewDeleted = defineEvent<{ readonly view: TicketView }>("ticket_view.deleted");

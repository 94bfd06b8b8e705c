import type { TicketViewModel } from "./ticket-view-model.ts";

/** True when two sets of messages can be shown. Reads signals. */
export const hasScopes = ({ scope }: TicketViewModel): boolean =>
  scope.others.value.length > 0 || scope.shown.value === "all";

/** True when the contact also writes to another connection. Reads signals. */
export const hasOtherConnections = (view: TicketViewModel): boolean =>
  hasScopes(view) || view.elsewhere.value.length > 0;

import { defineEvent } from "#platform/events/define-event.ts";
import type { ConnectionRow } from "./schema.ts";
import type { SessionState } from "./sessions/lifecycle.ts";

/** A connection was created or its settings changed. */
export const ConnectionSaved = defineEvent<{ readonly connectionId: number; readonly created: boolean }>(
  "connection.saved",
);

/**
 * A connection is about to be deleted. Listeners inside the transaction may veto by throwing (tickets that are not
 * closed) or move their rows to `moveTo`.
 */
export const ConnectionDeleting = defineEvent<{
  readonly connection: ConnectionRow;
  readonly moveTo: ConnectionRow | null;
}>("connection.deleting");

export const ConnectionDeleted = defineEvent<{ readonly connectionId: number }>("connection.deleted");

/** The state of a session changed (docs/rules/connections.md#states). */
export const SessionChanged = defineEvent<{
  readonly connectionId: number;
  readonly before: SessionState;
  readonly after: SessionState;
}>("connection.session_changed");

/** Meta reviewed or changed templates of an official number; listeners read them again. */
export const TemplatesDecided = defineEvent<{ readonly connectionId: number }>(
  "connection.templates_decided",
);

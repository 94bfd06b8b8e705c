import { defineEvent } from "#platform/events/define-event.ts";
import type { ConnectionRow } from "./schema.ts";
import type { SessionState } from "./sessions/lifecycle.ts";

/** A connection was made or its settings changed. */
export const ConnectionSaved = defineEvent<{ readonly connectionId: number; readonly created: boolean }>(
  "connection.saved",
);

/**
 * A connection is about to be hidden. Listeners inside the transaction may refuse (tickets that are not closed)
 * or take what they have over to `moveTo`.
 */
export const ConnectionDeleting = defineEvent<{
  readonly connection: ConnectionRow;
  readonly moveTo: ConnectionRow | null;
}>("connection.deleting");

export const ConnectionDeleted = defineEvent<{ readonly connectionId: number }>("connection.deleted");

/** The session of a connection went from one state to another (docs/rules/connections.md#states). */
export const SessionChanged = defineEvent<{
  readonly connectionId: number;
  readonly before: SessionState;
  readonly after: SessionState;
}>("connection.session_changed");

/** The provider says that it decided something about templates of an official number; what, is asked. */
export const TemplatesDecided = defineEvent<{ readonly connectionId: number }>(
  "connection.templates_decided",
);

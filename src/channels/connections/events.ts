import type { TemplatePause } from "#channels/connections/meta/template-notices.ts";
import { defineEvent } from "#platform/events/define-event.ts";
import type { Step } from "#tenants/in-steps.ts";
import type { ConnectionRow, Restriction } from "./schema.ts";
import type { SessionState } from "./sessions/lifecycle.ts";

/** A connection was created or its settings changed. */
export const ConnectionSaved = defineEvent<{
  readonly connectionId: number;
  readonly created: boolean;
  /** True when an admin raised the number of new chats per day. */
  readonly isBudgetRaised?: boolean;
}>("connection.saved");

/**
 * A connection is about to be deleted, and `moveTo` takes over its rows. Listeners add to `steps` what moves many rows;
 * the steps run before `ConnectionDeleting`, each in its own transaction. A step reads its rows again, because
 * they may have changed since.
 */
export const ConnectionEmptying = defineEvent<{
  readonly connection: ConnectionRow;
  readonly moveTo: ConnectionRow;
  readonly steps: Step[];
}>("connection.emptying");

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
  /** Time of the last event from the network before this change, ms; absent when unknown. */
  readonly lastEventAt?: number | null;
}>("connection.session_changed");

/**
 * Meta reviewed or changed templates of an official number; listeners read them again. `pauses` has the templates that
 * Meta paused.
 */
export const TemplatesDecided = defineEvent<{
  readonly connectionId: number;
  readonly pauses: readonly TemplatePause[];
}>("connection.templates_decided");

/**
 * `suspected`: a refused message points to a restriction that the network has not confirmed; `dropped`: it denied it.
 * `began`, `changed` (its end or effect) and `ended` are confirmed by the network.
 */
export type RestrictionChange = "suspected" | "dropped" | "began" | "changed" | "ended";

/** A restriction of a number by its network began, changed or ended (docs/rules/reach.md#kinds). */
export const RestrictionChanged = defineEvent<{
  readonly connectionId: number;
  readonly restriction: Restriction;
  readonly change: RestrictionChange;
}>("connection.restriction_changed");

/** Quality, limit, name review or health of an official number changed. */
export const NumberStateChanged = defineEvent<{
  readonly connectionId: number;
  /** As in `GET /whatsapp/{id}/state`. */
  readonly quality: string;
  readonly limit: number | null;
  readonly isUnlimited: boolean;
  readonly nameState: string;
  readonly canSend: string | null;
}>("connection.number_state");

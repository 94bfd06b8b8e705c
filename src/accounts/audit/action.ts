import { KINDS, type Kind, VERBS, type Verb } from "./contract.ts";

/** The action a route declares for the audit trail. */
export interface AuditAction {
  readonly kind: Kind;
  readonly verb: Verb;
}

/** Splits `queue.changed` into subject and verb; undefined for an unknown action. */
export function parseAction(text: string): AuditAction | undefined {
  const [left, right, ...rest] = text.split(".");
  const kind = KINDS.find((known) => known === left);
  const verb = VERBS.find((known) => known === right);
  return kind && verb && rest.length === 0 ? { kind, verb } : undefined;
}

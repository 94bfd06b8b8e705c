import { KINDS, type Kind, VERBS, type Verb } from "./contract.ts";

/** What a route says of itself. */
export interface AuditAction {
  readonly kind: Kind;
  readonly verb: Verb;
}

/** `queue.changed` in its two halves; undefined when the trail knows no such word. */
export function parseAction(text: string): AuditAction | undefined {
  const [left, right, ...rest] = text.split(".");
  const kind = KINDS.find((known) => known === left);
  const verb = VERBS.find((known) => known === right);
  return kind && verb && rest.length === 0 ? { kind, verb } : undefined;
}

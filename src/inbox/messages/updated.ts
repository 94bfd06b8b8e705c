import type { TenantUnit } from "#tenants/tenant.ts";
import { MessageUpdated } from "./events.ts";

const told = new WeakMap<TenantUnit, Set<number>>();

/** Announces that a message is different; several changes of one transaction are told as one. */
export function messageUpdated(unit: TenantUnit, messageId: number): void {
  let known = told.get(unit);
  if (!known) {
    known = new Set();
    told.set(unit, known);
  }
  if (known.has(messageId)) return;
  known.add(messageId);
  unit.emit(MessageUpdated, { messageId });
}

import { ProviderPort } from "#channels/connections/index.ts";
import { countHeld, isCold, MAX_HELD, newChatRestriction, numberRestricted } from "#inbox/messages/index.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { newChatsLeft, ownBudget } from "./budget.ts";

/** True when new chats are held, but the session has a privacy token of this contact. */
export async function mayPassRestriction(
  tenant: Tenant,
  connectionId: number,
  addresses: readonly string[],
): Promise<boolean> {
  if (!newChatRestriction(tenant.db, connectionId)) return false;
  const key = { companyId: tenant.id, connectionId };
  return tenant.installation.ports.use(ProviderPort).isEstablished(key, addresses);
}

/**
 * Returns until when an automatic message to a contact will wait (`untilMs` null = unknown); null = it will not wait. Throws 409
 * ERR_NUMBER_RESTRICTED with `refuse`, and when the connection already has the maximum number of held messages.
 */
export function newChatWait(
  unit: TenantUnit,
  pair: { readonly connectionId: number; readonly contactId: number },
  { mayPass, refuse }: { readonly mayPass: boolean; readonly refuse: boolean },
): { readonly untilMs: number | null } | null {
  const { connectionId } = pair;
  if (!isCold(unit.db, pair)) return null;
  const restriction = newChatRestriction(unit.db, connectionId);
  if (restriction && !mayPass) {
    const { kind, endsAt } = restriction;
    if (refuse || countHeld(unit.db, connectionId) >= MAX_HELD) throw numberRestricted(kind, endsAt);
    return { untilMs: endsAt };
  }
  const left = newChatsLeft(unit, connectionId);
  if (restriction || left === null || left > 0) return null;
  const { resetsAt } = ownBudget(unit, connectionId);
  if (refuse || countHeld(unit.db, connectionId) >= MAX_HELD) throw numberRestricted("budget", resetsAt);
  return { untilMs: resetsAt };
}

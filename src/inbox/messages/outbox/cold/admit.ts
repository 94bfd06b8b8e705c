import { addressVia, ProviderPort, type RestrictionKind } from "#channels/connections/index.ts";
import type { SendingConnection } from "#inbox/messages/outbox/compose.ts";
import type { OutboxRow } from "#inbox/messages/schema.ts";
import { identitiesOf, queryNetwork } from "#people/contacts/index.ts";
import { execute } from "#platform/db/query.ts";
import type { Tenant } from "#tenants/tenant.ts";
import * as sql from "./cold.sql.ts";
import { isCold, newChatRestriction } from "./hold.ts";
import { NewChatsPort } from "./new-chats-port.ts";

/** Pause before the network is queried again about a number for which it did not answer, ms. */
const CHECK_AGAIN_MS = 15 * 60_000;

/** Why a message to a cold contact has to wait: until a restriction ends, or until a time. */
export type Wait =
  | { readonly heldBy: RestrictionKind; readonly untilMs?: undefined }
  | { readonly heldBy: "budget" | "number_check"; readonly untilMs: number };

/**
 * Decides whether a claimed message to a contact who had not written when the message was queued may be sent
 * (docs/rules/reach.md#held, #budget). Null = it may be sent.
 */
export async function admitCold(
  tenant: Tenant,
  row: OutboxRow,
  connection: SendingConnection,
): Promise<Wait | null> {
  const { connectionId, contactId } = row;
  if (!isCold(tenant.db, row)) {
    tenant.write((unit) => execute(unit.db, sql.clearCold, { id: row.id }));
    if (row.refusals === 0) return null;
  }
  const isOfficial = connection.provider === "cloud";
  const restriction = newChatRestriction(tenant.db, connectionId);
  if (restriction && (isOfficial || row.refusals > 0 || !(await holdsToken(tenant, row))))
    return { heldBy: restriction.kind };
  if (isOfficial) return null;
  const known = addressVia(tenant.db, contactId, connectionId, connection.channel, connection.provider);
  if (known?.kind === "pn" && known.existsState === "unknown") {
    const answer = await queryNetwork(tenant, known.value);
    if (!answer) return { heldBy: "number_check", untilMs: tenant.clock.now() + CHECK_AGAIN_MS };
    // The number does not exist: the sender refuses the message, and it does not count as a new chat.
    if (!answer.exists) return null;
  }
  return tenant.write((unit) => {
    // A restriction may have begun during the query to the network.
    const begun = newChatRestriction(unit.db, connectionId);
    if (begun && !restriction) return { heldBy: begun.kind };
    const untilMs = tenant.installation.ports.use(NewChatsPort).take(unit, row);
    return untilMs === null ? null : { heldBy: "budget", untilMs };
  });
}

/**
 * Decides whether a claimed message to a contact who has written before may be sent. Templates wait while the official number may
 * not start conversations, also for these contacts. Null = it may be sent.
 */
export function admitTemplate(tenant: Tenant, row: OutboxRow, { provider }: SendingConnection): Wait | null {
  if (provider !== "cloud" || !row.payload.startsWith('{"content":{"type":"template"')) return null;
  const restriction = newChatRestriction(tenant.db, row.connectionId);
  return restriction ? { heldBy: restriction.kind } : null;
}

/** True when the session holds a privacy token of the contact, so that the network accepts the message. */
export const holdsToken = (
  tenant: Tenant,
  { connectionId, contactId }: Pick<OutboxRow, "connectionId" | "contactId">,
): Promise<boolean> =>
  tenant.installation.ports.use(ProviderPort).isEstablished(
    { companyId: tenant.id, connectionId },
    identitiesOf(tenant.db, contactId).map(({ address }) => address),
  );

import { eq } from "drizzle-orm";
import { historyDone, notSupported } from "#channels/connections/errors.ts";
import { metaAccountOf, tokenOf } from "#channels/connections/meta/accounts.ts";
import { createGraph } from "#channels/connections/meta/graph.ts";
import { withProviderErrors } from "#channels/connections/meta/oauth.ts";
import { requireConnection } from "#channels/connections/queries.ts";
import { coexistenceImport, connection } from "#channels/connections/schema.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { importOf } from "./progress.ts";

/** Meta answers requests only this long after the sign-up, ms. */
const REQUEST_MS = 24 * 60 * 60_000;

/**
 * Notes that a number which stays in the WhatsApp Business app was signed up now, and requests its contacts and, when
 * chosen, its history (docs/rules/official-channels.md#history). A failed request can be repeated for 24 hours.
 */
export async function noteSignUp(tenant: Tenant, connectionId: number, wantsHistory: boolean): Promise<void> {
  tenant.write((unit) => {
    const now = unit.now;
    const fresh = { state: "waiting" as const, phase: 0, progress: 0, requestedAt: null };
    unit.db
      .insert(coexistenceImport)
      .values({ connectionId, ...fresh, signedUpAt: now, updatedAt: now })
      .onConflictDoUpdate({
        target: coexistenceImport.connectionId,
        set: { ...fresh, contactsRequestedAt: null, signedUpAt: now, updatedAt: now },
      })
      .run();
  });
  await requestContacts(tenant, connectionId).catch((error: unknown) =>
    tenant.log.warn(
      { connection: connectionId, err: error },
      "contacts of the WhatsApp Business app not requested",
    ),
  );
  if (!wantsHistory) return;
  await requestFrom(tenant, connectionId).catch((error: unknown) =>
    tenant.log.warn(
      { connection: connectionId, err: error },
      "history of the WhatsApp Business app not requested; an admin can repeat it within 24 hours of the sign-up",
    ),
  );
}

/**
 * `POST /whatsapp/{id}/history`: requests the history of a number that stays in the WhatsApp Business app, once and
 * within 24 hours of its sign-up. For admins. Throws 404 ERR_NO_WAPP_FOUND, 400 ERR_NOT_SUPPORTED, 409
 * ERR_HISTORY_DONE, 400 ERR_PROVIDER_AUTH.
 */
export async function requestHistory({ tenant }: UserCtx, connectionId: number): Promise<void> {
  requireConnection(tenant.db, connectionId);
  const row = importOf(tenant.db, connectionId);
  if (!row) throw notSupported();
  if (row.requestedAt !== null || tenant.clock.now() - row.signedUpAt > REQUEST_MS) throw historyDone();
  await withProviderErrors(() => requestFrom(tenant, connectionId));
}

async function requestFrom(tenant: Tenant, connectionId: number): Promise<void> {
  await sync(tenant, connectionId, "history");
  tenant.write(({ db, now }) => {
    db.update(coexistenceImport)
      .set({ state: "requested", requestedAt: now, updatedAt: now })
      .where(eq(coexistenceImport.connectionId, connectionId))
      .run();
    db.update(connection).set({ importHistory: true }).where(eq(connection.id, connectionId)).run();
  });
}

async function requestContacts(tenant: Tenant, connectionId: number): Promise<void> {
  await sync(tenant, connectionId, "smb_app_state_sync");
  tenant.write(({ db, now }) => {
    db.update(coexistenceImport)
      .set({ contactsRequestedAt: now, updatedAt: now })
      .where(eq(coexistenceImport.connectionId, connectionId))
      .run();
  });
}

async function sync(
  tenant: Tenant,
  connectionId: number,
  type: "history" | "smb_app_state_sync",
): Promise<void> {
  const account = metaAccountOf(tenant.db, connectionId);
  const token = tokenOf(tenant, account);
  if (account?.kind !== "phone" || token === null) throw notSupported();
  await createGraph(tenant.installation).call({
    method: "POST",
    path: `${account.externalId}/smb_app_data`,
    token,
    body: { messaging_product: "whatsapp", sync_type: type },
  });
}

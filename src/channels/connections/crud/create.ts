import { eq } from "drizzle-orm";
import type { ConnectionAnswer, CreateConnectionBody } from "#channels/connections/contract.ts";
import { ConnectionSaved } from "#channels/connections/events.ts";
import { forAdmin, shownWith } from "#channels/connections/present.ts";
import { countConnections, requireConnection } from "#channels/connections/queries.ts";
import { connection } from "#channels/connections/schema.ts";
import { SESSIONS_DUE } from "#channels/connections/sessions/boot.ts";
import { planLimit } from "#platform/errors.ts";
import { type Reserved, withReserved } from "#tenants/reserve.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import {
  checkGreeting,
  clearDefault,
  columnsOf,
  queueIdsOf,
  refuseSecretsOfSupport,
  refuseTakenName,
  replaceQueues,
} from "./body-columns.ts";
import { claimToken, tokenClaims } from "./tokens.ts";

/**
 * Adds a connection within the plan; the first one of the company is always the default. Its session starts after the
 * commit. For admins. Throws 409 ERR_PLAN_LIMIT, 409 ERR_NAME_IN_USE, 404 ERR_NO_QUEUE_FOUND,
 * 400 ERR_WAPP_GREETING_REQUIRED, 400 ERR_URL_NOT_ALLOWED, 404 ERR_NOT_FOUND for an unknown integration or prompt.
 */
export async function createConnection(ctx: UserCtx, body: CreateConnectionBody): Promise<ConnectionAnswer> {
  refuseSecretsOfSupport(ctx, body);
  const { installation, id } = ctx.tenant;
  return withReserved(installation, tokenClaims(newToken(body)), id, (reserved) =>
    writeConnection(ctx, reserved, body),
  );
}

/** The token for the send API that a new connection gets. */
export const newToken = ({ token }: CreateConnectionBody): string | undefined => token?.trim() || undefined;

/**
 * Writes a connection, as `createConnection`. `reserved` covers its token; the caller has refused secrets of a support session. `bind` links the connection to an account of the
 * network in the same transaction.
 */
export function writeConnection(
  ctx: UserCtx,
  reserved: Reserved,
  body: CreateConnectionBody,
  bind?: (unit: TenantUnit, connectionId: number) => void,
): ConnectionAnswer {
  const { tenant } = ctx;
  return tenant.write((unit) => {
    const used = countConnections(unit.db);
    const limit = tenant.company.plan.connections;
    if (used >= limit) throw planLimit("connections", limit, used);
    refuseTakenName(unit, body.name);
    const isDefault = used === 0 || body.isDefault === true;
    if (isDefault) clearDefault(unit);
    const { id } = unit.db
      .insert(connection)
      .values({
        ...columnsOf(unit, body),
        name: body.name,
        isDefault,
        createdAt: unit.now,
        updatedAt: unit.now,
      })
      .returning({ id: connection.id })
      .get();
    const token = newToken(body);
    if (token)
      unit.db
        .update(connection)
        .set(claimToken(unit, reserved, id, token))
        .where(eq(connection.id, id))
        .run();
    bind?.(unit, id);
    replaceQueues(unit, id, queueIdsOf(body) ?? []);
    const row = requireConnection(unit.db, id);
    const shown = shownWith(unit.tenant, row);
    checkGreeting(row.greetingMessage, shown.queues.length);
    unit.scheduleWake(SESSIONS_DUE, unit.now);
    unit.emit(ConnectionSaved, { connectionId: id, created: true });
    return forAdmin(row, token ? { ...shown, token } : shown);
  });
}

import { eq } from "drizzle-orm";
import type { ConnectionAnswer, CreateConnectionBody } from "#channels/connections/contract.ts";
import { ConnectionSaved } from "#channels/connections/events.ts";
import { forAdmin, shownWith } from "#channels/connections/present.ts";
import { countConnections, requireConnection } from "#channels/connections/queries.ts";
import { connection } from "#channels/connections/schema.ts";
import { SESSIONS_DUE } from "#channels/connections/sessions/boot.ts";
import { planLimit } from "#platform/errors.ts";
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
import { claimToken } from "./tokens.ts";

/**
 * Adds a connection within the plan; the first one of the company is always the default. Its session starts after the
 * commit. For admins. Throws 409 ERR_PLAN_LIMIT, 409 ERR_NAME_IN_USE, 404 ERR_NO_QUEUE_FOUND,
 * 400 ERR_WAPP_GREETING_REQUIRED, 400 ERR_URL_NOT_ALLOWED, 404 ERR_NOT_FOUND for an unknown integration or prompt.
 * `bind` links the connection to an account of the network in the same transaction.
 */
export function createConnection(
  ctx: UserCtx,
  body: CreateConnectionBody,
  bind?: (unit: TenantUnit, connectionId: number) => void,
): ConnectionAnswer {
  refuseSecretsOfSupport(ctx, body);
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
    const token = body.token?.trim() || undefined;
    if (token)
      unit.db
        .update(connection)
        .set(claimToken(unit, id, token))
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

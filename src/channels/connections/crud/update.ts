import { eq } from "drizzle-orm";
import { MASK } from "#accounts/settings/index.ts";
import type { ConnectionAnswer, UpdateConnectionBody } from "#channels/connections/contract.ts";
import { noOtherDefault } from "#channels/connections/errors.ts";
import { ConnectionSaved } from "#channels/connections/events.ts";
import { forAdmin, shownWith } from "#channels/connections/present.ts";
import { requireConnection } from "#channels/connections/queries.ts";
import { type ConnectionRow, connection } from "#channels/connections/schema.ts";
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
import { claimToken, dropToken, tokenClaims } from "./tokens.ts";

/**
 * Changes the fields the body contains. For admins. Throws 404 ERR_NO_WAPP_FOUND, 404 ERR_NO_QUEUE_FOUND, 409
 * ERR_NAME_IN_USE, 400 ERR_NO_OTHER_WHATSAPP, 400 ERR_WAPP_GREETING_REQUIRED, 400 ERR_URL_NOT_ALLOWED, 404
 * ERR_NOT_FOUND for an unknown integration or prompt.
 */
export async function updateConnection(
  ctx: UserCtx,
  connectionId: number,
  body: UpdateConnectionBody,
): Promise<ConnectionAnswer> {
  refuseSecretsOfSupport(ctx, body);
  const { installation, id } = ctx.tenant;
  return withReserved(installation, tokenClaims(changedToken(body)), id, (reserved) =>
    writeChanges(ctx, reserved, connectionId, body),
  );
}

/** Writes the changes, as `updateConnection`. `reserved` covers a new token; the caller has refused secrets of a support session. */
export function writeChanges(
  ctx: UserCtx,
  reserved: Reserved,
  connectionId: number,
  body: UpdateConnectionBody,
): ConnectionAnswer {
  return ctx.tenant.write((unit) => {
    const before = requireConnection(unit.db, connectionId);
    if (body.name !== undefined) refuseTakenName(unit, body.name, connectionId);
    const token = changedToken(body);
    unit.db
      .update(connection)
      .set({
        ...columnsOf(unit, body),
        ...markDefault(unit, before, body.isDefault),
        ...writeToken(unit, reserved, before, token),
        updatedAt: unit.now,
      })
      .where(eq(connection.id, connectionId))
      .run();
    const queueIds = queueIdsOf(body);
    if (queueIds) replaceQueues(unit, connectionId, queueIds);
    const row = requireConnection(unit.db, connectionId);
    const shown = shownWith(unit.tenant, row);
    checkGreeting(row.greetingMessage, shown.queues.length);
    const isBudgetRaised = budgetOf(row) > budgetOf(before);
    unit.emit(ConnectionSaved, { connectionId, created: false, isBudgetRaised });
    return forAdmin(row, token ? { ...shown, token } : shown);
  });
}

/** 0 = no limit. */
const budgetOf = ({ newChatsPerDay }: ConnectionRow): number => newChatsPerDay || Number.POSITIVE_INFINITY;

/** The new token; undefined: the token stays, "": the send API of this connection is disabled. */
export function changedToken({ token }: UpdateConnectionBody): string | undefined {
  if (token === undefined || token === MASK) return undefined;
  return token?.trim() ?? "";
}

function writeToken(unit: TenantUnit, reserved: Reserved, before: ConnectionRow, token: string | undefined) {
  if (token === undefined) return {};
  const after =
    token === ""
      ? { tokenHash: null, tokenLast4: "", tokenWeak: false }
      : claimToken(unit, reserved, before.id, token);
  if (after.tokenHash !== before.tokenHash) dropToken(unit, before.id, before.tokenHash);
  return after;
}

/**
 * Moves the default in the same transaction. Throws 400 ERR_NO_OTHER_WHATSAPP when the only default would be cleared.
 */
function markDefault(unit: TenantUnit, before: ConnectionRow, wanted: boolean | undefined) {
  if (wanted === undefined || wanted === before.isDefault) return {};
  if (!wanted) throw noOtherDefault();
  const former = unit.db
    .select({ id: connection.id })
    .from(connection)
    .where(eq(connection.isDefault, true))
    .get();
  clearDefault(unit);
  if (former) unit.emit(ConnectionSaved, { connectionId: former.id, created: false });
  return { isDefault: true };
}

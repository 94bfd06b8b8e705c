import { GapFilled, MessageReceived } from "#inbox/messages/events.ts";
import type { Message } from "#inbox/messages/index.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./answers.sql.ts";

/** Connections with first contacts who have not answered, in memory, so that only inbound messages of these connections are checked. */
const waiting = (tenant: Tenant): Set<number> =>
  tenant.cached(
    "connections-with-unanswered-contacts",
    () => new Set(queryAll(tenant.db, sql.connectionsWithUnanswered).map(({ id }) => id)),
  );

/** Called when a first contact was counted on the connection. */
export const awaitAnswer = (tenant: Tenant, connectionId: number): void =>
  void waiting(tenant).add(connectionId);

/** Stores when a contact to whom the company wrote first answers; the health score counts contacts who do not answer. */
export function recordAnswers({ bus }: Installation): void {
  const record = (unit: TenantUnit, { connectionId, contactId, createdAt, fromMe }: Message) => {
    if (!fromMe && waiting(unit.tenant).has(connectionId))
      execute(unit.db, sql.recordAnswer, { connectionId, contactId, at: createdAt });
  };
  bus.within(MessageReceived, (unit, { message }) => record(unit, message));
  bus.within(GapFilled, (unit, { message }) => record(unit, message));
}

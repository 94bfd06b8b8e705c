import type { UserCtx } from "#tenants/tenant.ts";
import type { ConnectionAnswer, ConnectionForAttendant } from "./contract.ts";
import { presentConnections } from "./present.ts";
import { listConnections, requireConnection } from "./queries.ts";

type Answer = ConnectionAnswer | ConnectionForAttendant;

/** All connections, as far as the caller may see them (docs/rules/connections.md#secrets). */
export const getConnections = ({ tenant, actor }: UserCtx): Answer[] =>
  presentConnections(tenant.db, actor, listConnections(tenant.db));

/** Throws 404 ERR_NO_WAPP_FOUND. */
export function getConnection({ tenant, actor }: UserCtx, connectionId: number): Answer {
  const [answer] = presentConnections(tenant.db, actor, [requireConnection(tenant.db, connectionId)]);
  if (!answer) throw new Error("one row in, one answer out");
  return answer;
}

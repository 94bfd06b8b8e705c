import type { QueueRef } from "#accounts/queues/contract.ts";
import type { UserRef } from "#accounts/users/contract.ts";
import type { ConnectionRef } from "#channels/connections/contract.ts";
import { queryAll } from "#platform/db/query.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { untilChanged } from "#tenants/until-changed.ts";
import type { ListedRow, ShownRow } from "./present.sql.ts";
import * as sql from "./refs.sql.ts";

/** The user, queue, connection and resolution of one ticket, with their names for answers. */
export interface Named {
  readonly user: UserRef | null;
  readonly queue: QueueRef | null;
  readonly connection: ConnectionRef;
  readonly resolutionName: string | null;
}
/** The users, queues, connections and resolutions of several tickets, by id. */
interface Refs {
  readonly users: Map<number, UserRef>;
  readonly queues: Map<number, QueueRef>;
  readonly connections: Map<number, ConnectionRef>;
  /** Their names. */
  readonly resolutions: Map<number, string>;
}

/** Takes the names from the row of a single ticket, whose query joins them. */
export const namedByRow = (row: ShownRow): Named => ({
  user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? "" },
  queue:
    row.queue_id === null
      ? null
      : { id: row.queue_id, name: row.queue_name ?? "", color: row.queue_color ?? "" },
  connection: { id: row.connection_id, name: row.connection_name },
  resolutionName: row.resolution_name,
});

const nothing = (): Refs => ({
  users: new Map(),
  queues: new Map(),
  connections: new Map(),
  resolutions: new Map(),
});

/**
 * The objects that these tickets refer to. A page of forty tickets refers to few users and queues, so a join would read the same
 * names many times. They are cached until a row of the company changes.
 */
export function namedByList(tenant: Tenant, rows: readonly ListedRow[]): (row: ListedRow) => Named {
  const refs = refsOf(tenant, rows);
  return ({ user_id, queue_id, connection_id, resolution_id }) => ({
    user: user_id === null ? null : (refs.users.get(user_id) ?? { id: user_id, name: "" }),
    queue: queue_id === null ? null : (refs.queues.get(queue_id) ?? { id: queue_id, name: "", color: "" }),
    connection: refs.connections.get(connection_id) ?? { id: connection_id, name: "" },
    resolutionName: resolution_id === null ? null : (refs.resolutions.get(resolution_id) ?? null),
  });
}

function refsOf(tenant: Tenant, rows: readonly ListedRow[]): Refs {
  const refs = untilChanged(tenant, "ticket-refs", nothing);
  const missing = { users: new Set<number>(), queues: new Set<number>(), connections: new Set<number>() };
  const resolutions = new Set<number>();
  for (const { user_id, queue_id, connection_id, resolution_id } of rows) {
    if (user_id !== null && !refs.users.has(user_id)) missing.users.add(user_id);
    if (queue_id !== null && !refs.queues.has(queue_id)) missing.queues.add(queue_id);
    if (!refs.connections.has(connection_id)) missing.connections.add(connection_id);
    if (resolution_id !== null && !refs.resolutions.has(resolution_id)) resolutions.add(resolution_id);
  }
  if (missing.users.size + missing.queues.size + missing.connections.size + resolutions.size === 0)
    return refs;
  const found = queryAll(tenant.db, sql.refs, {
    users: JSON.stringify([...missing.users]),
    queues: JSON.stringify([...missing.queues]),
    connections: JSON.stringify([...missing.connections]),
    resolutions: JSON.stringify([...resolutions]),
  });
  for (const { kind, id, name, color } of found) {
    if (kind === "user") refs.users.set(id, { id, name });
    else if (kind === "queue") refs.queues.set(id, { id, name, color: color ?? "" });
    else if (kind === "connection") refs.connections.set(id, { id, name });
    else refs.resolutions.set(id, name);
  }
  return refs;
}

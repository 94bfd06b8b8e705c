import { eq } from "drizzle-orm";
import { ConnectionSaved } from "#connections/events.ts";
import { all, run } from "#platform/db/database.ts";
import { QueueUpdated } from "#queues/events.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { noIntegration } from "./errors.ts";
import { IntegrationDeleted } from "./events.ts";
import { findIntegration } from "./queries.ts";
import { integration } from "./schema.ts";
import { handBack } from "./sessions.ts";

interface Id {
  readonly id: number;
}
const QUEUES = "UPDATE queue SET integration_id = NULL WHERE integration_id = ? RETURNING id";
const OPTIONS = `UPDATE queue_option SET integration_id = NULL, action = 'say' WHERE integration_id = ? RETURNING queue_id AS id`;
const CONNECTIONS = "UPDATE connection SET integration_id = NULL WHERE integration_id = ? RETURNING id";
const TICKETS = "SELECT id FROM ticket WHERE integration_id = ?";
const FORGET = "UPDATE ticket SET integration_id = NULL WHERE integration_id = ?";

/**
 * Admins delete an integration; queues, options and connections lose the pointer, and whoever is talking to it waits
 * for a person (behaviour 18). Throws 404 ERR_NOT_FOUND.
 */
export function deleteIntegration({ tenant }: UserCtx, id: number): void {
  tenant.write((unit) => {
    if (!findIntegration(unit.db, id)) throw noIntegration();
    for (const ticket of all<Id>(unit.db, TICKETS, id)) handBack(unit, ticket.id, "bot_ended");
    run(unit.db, FORGET, id);
    const queues = [...all<Id>(unit.db, QUEUES, id), ...all<Id>(unit.db, OPTIONS, id)];
    for (const queueId of new Set(queues.map((queue) => queue.id))) unit.emit(QueueUpdated, { queueId });
    for (const connection of all<Id>(unit.db, CONNECTIONS, id))
      unit.emit(ConnectionSaved, { connectionId: connection.id, created: false });
    unit.db.delete(integration).where(eq(integration.id, id)).run();
    unit.emit(IntegrationDeleted, { integrationId: id });
  });
}

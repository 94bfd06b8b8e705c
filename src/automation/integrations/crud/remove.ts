import { eq } from "drizzle-orm";
import { forgetIntegrationOfQueues } from "#accounts/queues/index.ts";
import { noIntegration } from "#automation/integrations/errors.ts";
import { IntegrationDeleted } from "#automation/integrations/events.ts";
import { findIntegration } from "#automation/integrations/queries.ts";
import { integration } from "#automation/integrations/schema.ts";
import { handBack } from "#automation/integrations/sessions.ts";
import { unlinkIntegrationFromConnections } from "#channels/connections/index.ts";
import { forgetIntegrationOfTickets } from "#inbox/tickets/index.ts";
import { all } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";

const TICKETS = "SELECT id FROM ticket WHERE integration_id = ?";

/**
 * Admins delete an integration; queues, options and connections lose the pointer, and a customer who is talking to it waits
 * for a person (docs/rules/integrations.md#life). Throws 404 ERR_NOT_FOUND.
 */
export function deleteIntegration({ tenant }: UserCtx, id: number): void {
  tenant.write((unit) => {
    if (!findIntegration(unit.db, id)) throw noIntegration();
    for (const ticket of all<{ id: number }>(unit.db, TICKETS, id)) handBack(unit, ticket.id, "bot_ended");
    forgetIntegrationOfTickets(unit, id);
    forgetIntegrationOfQueues(unit, id);
    unlinkIntegrationFromConnections(unit, id);
    unit.db.delete(integration).where(eq(integration.id, id)).run();
    unit.emit(IntegrationDeleted, { integrationId: id });
  });
}

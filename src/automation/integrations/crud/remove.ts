import { eq } from "drizzle-orm";
import { forgetIntegrationOfQueues } from "#accounts/queues/index.ts";
import { noIntegration } from "#automation/integrations/errors.ts";
import { IntegrationDeleted } from "#automation/integrations/events.ts";
import { findIntegration } from "#automation/integrations/queries.ts";
import { returnToQueue } from "#automation/integrations/responder/sessions.ts";
import { integration } from "#automation/integrations/schema.ts";
import { unlinkIntegrationFromConnections } from "#channels/connections/index.ts";
import { forgetIntegrationOfTickets } from "#inbox/tickets/index.ts";
import { queryAll } from "#platform/db/query.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import * as sql from "./remove.sql.ts";

/**
 * Deletes an integration: queues, options and connections lose it, and its customers wait for a person
 * (docs/rules/integrations.md#life). For admins. Throws 404 ERR_NOT_FOUND.
 */
export function deleteIntegration({ tenant }: UserCtx, id: number): void {
  tenant.write((unit) => {
    if (!findIntegration(unit.db, id)) throw noIntegration();
    for (const ticket of queryAll(unit.db, sql.ticketsOf, { integrationId: id }))
      returnToQueue(unit, ticket.id, "bot_ended");
    forgetIntegrationOfTickets(unit, id);
    forgetIntegrationOfQueues(unit, id);
    unlinkIntegrationFromConnections(unit, id);
    unit.db.delete(integration).where(eq(integration.id, id)).run();
    unit.emit(IntegrationDeleted, { integrationId: id });
  });
}

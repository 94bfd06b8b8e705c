import { IntegrationExistsPort, IntegrationReadyPort } from "#accounts/queues/index.ts";
import { BotRespondersPort } from "#automation/chatbot/index.ts";
import { InboundRedactionPort } from "#inbox/messages/index.ts";
import { TicketChanged } from "#inbox/tickets/events.ts";
import { defineFeature } from "#tenants/feature.ts";
import { isReady } from "./billing/ready.ts";
import { maskDocuments } from "./billing/redact-documents.ts";
import { broadcastIntegrations } from "./broadcasts.ts";
import { createRunner } from "./delivery/runner.ts";
import { RunnerPort } from "./delivery/runner-port.ts";
import { eraseDeliveries } from "./erased-contacts.ts";
import { integrationJobs } from "./jobs.ts";
import { tellIntegrations } from "./listeners.ts";
import { integrationExists } from "./queries.ts";
import { integrationResponder } from "./responder.ts";
import { integrationRoutes } from "./routes.ts";
import { dropIfLeft } from "./sessions.ts";
import { webhookRoutes } from "./webhook-routes.ts";

export const integrations = defineFeature({
  name: "integrations",
  routes: [...integrationRoutes, ...webhookRoutes],
  jobs: integrationJobs,
  listen(installation) {
    const { ports, bus } = installation;
    ports.plug(RunnerPort, createRunner());
    ports.plug(IntegrationExistsPort, integrationExists);
    ports.plug(IntegrationReadyPort, isReady);
    ports.plug(InboundRedactionPort, maskDocuments);
    ports.use(BotRespondersPort).join("integration", integrationResponder);
    broadcastIntegrations(installation);
    tellIntegrations(installation);
    eraseDeliveries(installation);
    // A person took the ticket, or it was closed: whatever the integration still wanted is over.
    bus.after(TicketChanged, (tenant, { before, after }) => {
      if (before?.useIntegration && !after.useIntegration) tenant.write((unit) => dropIfLeft(unit, after.id));
    });
  },
  stop: ({ ports }) => ports.use(RunnerPort).stop(),
});

import { IntegrationExistsPort, IntegrationReadyPort } from "#accounts/queues/index.ts";
import { BotRespondersPort } from "#automation/chatbot/index.ts";
import { InboundRedactionPort } from "#inbox/messages/index.ts";
import { TicketChanged } from "#inbox/tickets/events.ts";
import { defineFeature } from "#tenants/feature.ts";
import { redactDocuments } from "./billing/document.ts";
import { isReady } from "./billing/ready.ts";
import { broadcastIntegrations } from "./broadcasts.ts";
import { createRunner } from "./delivery/runner.ts";
import { RunnerPort } from "./delivery/runner-port.ts";
import { eraseDeliveries } from "./erased-contacts.ts";
import { integrationJobs } from "./jobs.ts";
import { deliverEvents } from "./listeners.ts";
import { integrationExists } from "./queries.ts";
import { integrationResponder } from "./responder/responder.ts";
import { endSessionIfLeft } from "./responder/sessions.ts";
import { integrationRoutes } from "./routes.ts";
import { webhookRoutes } from "./shared-routes.ts";

export const integrations = defineFeature({
  name: "integrations",
  routes: [...integrationRoutes, ...webhookRoutes],
  jobs: integrationJobs,
  listen(installation) {
    const { ports, bus } = installation;
    ports.plug(RunnerPort, createRunner());
    ports.plug(IntegrationExistsPort, integrationExists);
    ports.plug(IntegrationReadyPort, isReady);
    ports.plug(InboundRedactionPort, redactDocuments);
    ports.use(BotRespondersPort).join("integration", integrationResponder);
    broadcastIntegrations(installation);
    deliverEvents(installation);
    eraseDeliveries(installation);
    // A person took the ticket, or it was closed: the integration loses the conversation.
    bus.after(TicketChanged, (tenant, { before, after }) => {
      if (before?.useIntegration && !after.useIntegration)
        tenant.write((unit) => endSessionIfLeft(unit, after.id));
    });
  },
  stop: ({ ports }) => ports.use(RunnerPort).stop(),
});

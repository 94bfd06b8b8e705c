import type { IntegrationAnswer } from "#automation/integrations/contract.ts";
import { LiveList } from "#web/lib/lists/live-list.ts";

/** The company's integrations, sorted by name. */
export const integrations = new LiveList<IntegrationAnswer>({
  path: "/queueIntegration",
  name: "queueIntegrations",
  channel: "queueIntegration",
  compare: (a, b) => a.name.localeCompare(b.name) || a.id - b.id,
});

import { billingCarrier } from "#automation/integrations/billing/adapter.ts";
import type { IntegrationType } from "#automation/integrations/contract.ts";
import { dialogflowCarrier } from "#automation/integrations/dialogflow/adapter.ts";
import { hookCarrier } from "#automation/integrations/hook/adapter.ts";
import { typebotCarrier } from "#automation/integrations/typebot/adapter.ts";
import type { Carrier } from "./adapter.ts";

/** How something is told to each type. */
export const carriers: Readonly<Record<IntegrationType, Carrier>> = {
  webhook: hookCarrier,
  n8n: hookCarrier,
  typebot: typebotCarrier,
  dialogflow: dialogflowCarrier,
  billing: billingCarrier,
};

import { billingAdapter } from "#automation/integrations/billing/adapter.ts";
import type { IntegrationType } from "#automation/integrations/contract.ts";
import { dialogflowAdapter } from "#automation/integrations/dialogflow/adapter.ts";
import { hookAdapter } from "#automation/integrations/hook/adapter.ts";
import { typebotAdapter } from "#automation/integrations/typebot/adapter.ts";
import type { Adapter } from "./adapter.ts";

/** The adapter of each type. */
export const adapters: Readonly<Record<IntegrationType, Adapter>> = {
  webhook: hookAdapter,
  n8n: hookAdapter,
  typebot: typebotAdapter,
  dialogflow: dialogflowAdapter,
  billing: billingAdapter,
};

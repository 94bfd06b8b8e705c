import { billingCarrier } from "./billing/carrier.ts";
import type { IntegrationType } from "./contract.ts";
import { dialogflowCarrier } from "./dialogflow/carrier.ts";
import { hookCarrier } from "./hook/carrier.ts";
import type { Carrier } from "./lane/told.ts";
import { typebotCarrier } from "./typebot/carrier.ts";

/** How something is told to each type. */
export const carriers: Readonly<Record<IntegrationType, Carrier>> = {
  webhook: hookCarrier,
  n8n: hookCarrier,
  typebot: typebotCarrier,
  dialogflow: dialogflowCarrier,
  billing: billingCarrier,
};

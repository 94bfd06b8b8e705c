import { readIntegrationNames } from "#web/lib/lists/integration-names.ts";
import { ResponderSelect, type ResponderSelectProps } from "./responder-select.tsx";

/** Selects the integration that answers; hidden when the company has none. */
export const IntegrationSelect = (props: Omit<ResponderSelectProps, "read">) => (
  <ResponderSelect {...props} read={readIntegrationNames} />
);

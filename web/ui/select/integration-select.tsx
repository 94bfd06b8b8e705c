import { readIntegrationNames } from "#web/lib/lists/integration-names.ts";
import { ResponderSelect, type ResponderSelectProps } from "./responder-select.tsx";

/** Which integration talks; nothing where the company has none. */
export const IntegrationSelect = (props: Omit<ResponderSelectProps, "read">) => (
  <ResponderSelect {...props} read={readIntegrationNames} />
);

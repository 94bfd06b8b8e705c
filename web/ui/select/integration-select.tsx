import { readIntegrationNames } from "#web/lib/lists/integration-names.ts";
import { AnswererSelect, type AnswererSelectProps } from "./responder-select.tsx";

/** Which integration talks; nothing where the company has none. */
export const IntegrationSelect = (props: Omit<AnswererSelectProps, "read">) => (
  <AnswererSelect {...props} read={readIntegrationNames} />
);

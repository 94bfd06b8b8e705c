import { readIntegrationNames } from "#web/lib/integration-names.ts";
import { AnswererSelect, type AnswererSelectProps } from "./answerer-select.tsx";

/** Which integration talks; nothing where the company has none. */
export const IntegrationSelect = (props: Omit<AnswererSelectProps, "read">) => (
  <AnswererSelect {...props} read={readIntegrationNames} />
);

import { readPromptNames } from "#web/lib/lists/prompt-names.ts";
import { ResponderSelect, type ResponderSelectProps } from "./responder-select.tsx";

/** Which AI prompt talks; nothing where the company has none. */
export const PromptSelect = (props: Omit<ResponderSelectProps, "read">) => (
  <ResponderSelect {...props} read={readPromptNames} />
);

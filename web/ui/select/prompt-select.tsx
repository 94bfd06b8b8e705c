import { readPromptNames } from "#web/lib/lists/prompt-names.ts";
import { ResponderSelect, type ResponderSelectProps } from "./responder-select.tsx";

/** Selects the AI prompt that answers; hidden when the company has none. */
export const PromptSelect = (props: Omit<ResponderSelectProps, "read">) => (
  <ResponderSelect {...props} read={readPromptNames} />
);

import { readPromptNames } from "#web/lib/lists/prompt-names.ts";
import { AnswererSelect, type AnswererSelectProps } from "./responder-select.tsx";

/** Which AI prompt talks; nothing where the company has none. */
export const PromptSelect = (props: Omit<AnswererSelectProps, "read">) => (
  <AnswererSelect {...props} read={readPromptNames} />
);

/** What other features may use of the prompts. */
export { findPrompt, listPrompts } from "./queries.ts";
export { createPrompt } from "./save.ts";

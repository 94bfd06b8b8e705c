/** The consents feature's interface for other features. */

export { isOptOut, plainWord } from "./opt-out-keywords.ts";
export { hasWithdrawn } from "./queries.ts";

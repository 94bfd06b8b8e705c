/** What other features may use of the consents. */
export { isOptOut, plainWord } from "./opt-out-keywords.ts";

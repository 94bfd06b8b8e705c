/** What other features may use of the consents. */
export { isOptOut, plainWord } from "./leave-words.ts";

/** What other features may use of the opening hours. */
export { closedScope, readHours } from "./closed.ts";

/** Public functions of the opening hours. */
export { closedScope, readHours } from "./closed.ts";

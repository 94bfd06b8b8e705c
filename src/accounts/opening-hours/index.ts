/** Public functions of the opening hours. */
export { closedScope, hoursOf, readHours } from "./closed.ts";
export { addOpenTime, firstOpen } from "./open-time.ts";

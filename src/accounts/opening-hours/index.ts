/** Public functions of the opening hours. */
export { closedScope, hoursOf, readHours } from "./closed.ts";
export { addOpenTime, firstOpen, openTimeBetween } from "./open-time.ts";
export type { Hours } from "./policy.ts";

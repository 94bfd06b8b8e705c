/** Public functions of the opening hours. */
export { closedScope, companyHours, hoursOf, queueHours, readHours } from "./closed.ts";
export { addOpenTime, firstOpen, openTimeBefore, openTimeBetween } from "./open-time.ts";
export type { Hours } from "./policy.ts";

/** What other features may use of the opening hours. */
export { type ClosedDoor, closedDoor, readHours } from "./closed.ts";
export { isOpen } from "./policy.ts";

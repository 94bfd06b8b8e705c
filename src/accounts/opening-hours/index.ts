/** What other features may use of the opening hours. */
export { closedDoor, readHours } from "./closed.ts";

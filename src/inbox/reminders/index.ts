/** Public functions of the reminders. */
export { forgetRemindersOfTicket } from "./due.ts";

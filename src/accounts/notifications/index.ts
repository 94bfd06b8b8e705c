/** The notifications feature's interface for other features. */

export { forgetTicket, notify, withdrawNotifications } from "./notify.ts";
export { NotifiedTicketsPort, presentNew, type Reader, ReminderNotesPort, readerOf } from "./present.ts";

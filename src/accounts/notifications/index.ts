/** The notifications feature's interface for other features. */

export { notify, withdrawNotifications } from "./notify.ts";
export { NotifiedTicketsPort, presentNew, type Reader, ReminderNotesPort, readerOf } from "./present.ts";

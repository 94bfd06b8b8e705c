/** The notifications feature's interface for other features. */

export { notify, withdrawNotifications } from "./notify.ts";
export { NotifiedTicketsPort, presentNew, readerOf } from "./present.ts";

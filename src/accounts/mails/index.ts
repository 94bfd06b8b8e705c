/** What other features may use of the mails. */
export { mailAddress, type NewMail, queueMail } from "./queue.ts";

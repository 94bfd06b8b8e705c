/** Public functions of the mails. */
export { unlinked } from "./email-layout.ts";
export { mailAddress, type NewMail, queueMail } from "./queue.ts";

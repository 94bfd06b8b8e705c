/** Public functions of the mails. */
export { dropRestoredMails } from "./drop-restored.ts";
export { unlinked } from "./email-layout.ts";
export { mailAddress, type NewMail, queueMail } from "./send.ts";

/** What other features may use of the audit trail. */
export { audited } from "./audited.ts";

export { noteFailedSignIn, noteLook, noteRefusal } from "./later.ts";
export { type Note, noteAbout, noteIn, noteProvider, whoIs } from "./note.ts";
export { noteCommand } from "./note-command.ts";
export { readWord } from "./words.ts";

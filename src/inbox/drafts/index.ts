/** Public functions of the drafts. */
export { forgetDraftsOfTicket } from "./clean-up.ts";

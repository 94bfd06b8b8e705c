/** What other parts may use of the quick replies. */
export { createQuickReply } from "./save.ts";

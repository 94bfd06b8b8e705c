/** The quick replies feature's interface for other features. */
export { createQuickReply } from "./save.ts";

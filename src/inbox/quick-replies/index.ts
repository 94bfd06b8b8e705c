/** The quick replies feature's interface for other features. */
export { visibleQuickReply } from "./access.ts";
export { findQuickReply } from "./queries.ts";
export { createQuickReply } from "./save.ts";

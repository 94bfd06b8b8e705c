/** What other features may use of the previews of addresses. */

export { storedPreview } from "./stored.ts";

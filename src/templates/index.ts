/** What other features may use of the templates. */
export { previewOf } from "./contract.ts";
export { type FilledTemplate, fillTemplate } from "./fill.ts";

/** What other features may use of branding. */
export { brandedPage } from "./page.ts";

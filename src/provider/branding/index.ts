/** What others may use of the brand. */
export { brandedPage } from "./page.ts";

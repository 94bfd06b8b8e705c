/** What others may use of the brand. */
export { brandOfPushes } from "./in-pushes.ts";
export { brandedPage } from "./page.ts";

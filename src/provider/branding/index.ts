/** Public functions of branding. */
export { brandedPage } from "./page.ts";

/** Public functions of the dashboard. */
export { filterOf } from "./filter.ts";
export { periodOf, spanOf } from "./period.ts";

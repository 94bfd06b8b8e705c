/** Public functions of the dashboard. */
export { activeUsers } from "./figures.sql.ts";
export { type Filter, filterOf } from "./filter.ts";
export { foldChanges } from "./fold.ts";
export { daysOf, periodOf, type Span, spanOf } from "./period.ts";
export { ratingFigures } from "./rating-figures.ts";
export { finishedByHour, finishedByUser, type Sums, sumsByUser, total } from "./sums.ts";

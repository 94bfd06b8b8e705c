/** Public functions of the working times. */
export { readableUsers, type WorkTime, workTimesByDay, workTimesOf } from "./read.ts";
export { allReasons } from "./reasons.ts";
export { AwakeTicketsPort } from "./spans.ts";

export { workingRun } from "./queries.ts";

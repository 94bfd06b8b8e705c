/** What other features may use of the templates. */

export {
  choiceText,
  type FilledTemplate,
  fillTemplate,
  mediaOf,
  type TemplateProblem,
  templateProblem,
} from "./fill.ts";
export { scheduleTemplateSync } from "./sync.ts";

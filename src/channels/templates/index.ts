/** Public functions of the templates. */

export {
  choiceText,
  type FilledTemplate,
  fillTemplate,
  mediaOf,
  type TemplateProblem,
  templateProblem,
} from "./fill.ts";
export { scheduleTemplateSync } from "./sync.ts";

/** Public functions of the actions on tickets. */
export { ActionRefused, runActions } from "./run-actions.ts";
export { fieldValue, isSameValue, setField } from "./set-field.ts";

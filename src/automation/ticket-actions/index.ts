/** Public functions of the actions on tickets. */
export { actionText } from "./action-text.ts";
export { checkActions } from "./check.ts";
export { ActionFileReadersPort, keepActionFiles, presentFiles } from "./files.ts";
export { actionsName, actionsWithout } from "./references.ts";

export { replyByProduct } from "./reply.ts";
export { ActionRefused, runActions } from "./run-actions.ts";
export { fieldValue, isSameValue, setField, setFieldByProduct } from "./set-field.ts";
export { snoozeOf } from "./snooze.ts";

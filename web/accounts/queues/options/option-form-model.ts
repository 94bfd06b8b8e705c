import * as v from "valibot";
import { OPTION_ACTIONS, type OptionAction, UpdateOptionBody } from "#accounts/queues/options/contract.ts";
import type { OptionCalls } from "#web/accounts/queues/queues-api.ts";
import { type FileChange, KEEP_FILE } from "#web/ui/field/file-input.tsx";
import { FormModel, type Problem } from "#web/ui/form/form-model.ts";
import type { Node } from "./tree-shape.ts";

export interface OptionValues extends Readonly<Record<string, unknown>> {
  readonly title: string;
  /** As typed. */
  readonly option: string;
  readonly message: string;
  readonly file: FileChange;
  readonly action: OptionAction;
  /** Target of the action: queue, user or tag; 0 = not chosen yet. */
  readonly target: number;
  /** 0 = the ticket stays in its queue. */
  readonly fallbackQueueId: number;
  readonly maxTries: string;
  readonly autoAdvance: boolean;
}

/** The contract field of an action's target. */
const TARGETS = {
  queue: "targetQueueId",
  user: "targetUserId",
  tag: "targetTagId",
  integration: "integrationId",
  prompt: "promptId",
} as const;
export type TargetAction = keyof typeof TARGETS;
export const hasTarget = (action: OptionAction): action is TargetAction => Object.hasOwn(TARGETS, action);

/** Actions with a list of targets; other features add theirs. */
export const OFFERED = OPTION_ACTIONS.filter((action) => action !== "integration" && action !== "prompt");

const schema = v.pipe(
  v.object({
    title: UpdateOptionBody.entries.title.wrapped,
    option: UpdateOptionBody.entries.option.wrapped,
    message: UpdateOptionBody.entries.message,
    action: v.picklist(OPTION_ACTIONS),
    target: v.number(),
    maxTries: UpdateOptionBody.entries.maxTries.wrapped,
  }),
  v.forward(
    v.check(({ action, target }) => !hasTarget(action) || target > 0, "required"),
    ["target"],
  ),
);

const CODES: Readonly<Record<string, Readonly<Record<string, Problem>>>> = {
  ERR_NAME_IN_USE: { option: "in_use" },
};

const valuesOf = (node: Node): OptionValues => ({
  title: node.title,
  option: node.option,
  message: node.message,
  file: KEEP_FILE,
  action: node.action,
  target: hasTarget(node.action) ? (node[TARGETS[node.action]] ?? 0) : 0,
  fallbackQueueId: node.fallbackQueueId ?? 0,
  maxTries: String(node.maxTries),
  autoAdvance: node.autoAdvance,
});

/** The fields as sent to the server. */
function bodyOf(values: OptionValues): v.InferInput<typeof UpdateOptionBody> {
  const { title, option, message, action, target, fallbackQueueId, maxTries, autoAdvance } = values;
  return {
    title,
    option,
    message,
    action,
    ...(hasTarget(action) && { [TARGETS[action]]: target }),
    fallbackQueueId: fallbackQueueId || null,
    maxTries,
    autoAdvance,
  };
}

export interface OptionFormOptions {
  readonly node: Node;
  readonly calls: Pick<OptionCalls, "change" | "putFile" | "removeFile">;
  readonly onSaved: () => void;
  readonly onFailure: (error: unknown) => void;
}

/** The form of a node; it is saved whenever a field loses focus. */
export function createOptionForm({ node, calls, onSaved, onFailure }: OptionFormOptions) {
  const form: FormModel<OptionValues> = new FormModel<OptionValues>({
    initial: valuesOf(node),
    schema,
    delayMs: 0,
    fieldsOfCode: CODES,
    onFailure,
    submit: async (values) => {
      await calls.change(node.id, bodyOf(values));
      const { file } = values;
      if (file.kind === "put") await calls.putFile(node.id, file.file);
      if (file.kind === "remove") await calls.removeFile(node.id);
      // Unless another node was selected meanwhile.
      if (form.value("file") === file) form.set("file", KEEP_FILE);
      onSaved();
    },
  });
  /** Saves the changes once they are valid; input during a request is saved after it. */
  const save = async (): Promise<void> => {
    if (form.sending.peek() || !form.dirty.peek()) return;
    if (Object.keys(form.problems.peek()).length > 0) return;
    const sent = form.values.peek();
    await form.submit();
    if (form.values.peek() !== sent && Object.keys(form.problems.peek()).length === 0) await save();
  };
  return { form, save };
}
export type OptionForm = ReturnType<typeof createOptionForm>;

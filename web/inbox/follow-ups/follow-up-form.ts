import * as v from "valibot";
import type { TemplateChoice } from "#channels/templates/contract.ts";
import {
  type FollowUpAnswer,
  FollowUpBody,
  type FollowUpEnding,
  MAX_STEPS,
  MAX_WAIT_MINUTES,
  MIN_WAIT_MINUTES,
} from "#inbox/follow-ups/contract.ts";
import { type FileChange, KEEP_FILE } from "#web/ui/field/file-input.tsx";
import { FormModel } from "#web/ui/form/form-model.ts";
import type { followUpCalls } from "./follow-ups-api.ts";
import { minutesOf, type Wait, waitOf } from "./wait-text.ts";

/** A step as it is typed. */
export interface StepDraft {
  readonly wait: Wait;
  readonly text: string;
  readonly template: TemplateChoice | null;
  /** The stored file, if any. */
  readonly fileId: number | null;
  readonly mediaName: string | null;
  readonly mediaPath: string | null;
  readonly file: FileChange;
}

interface FollowUpValues extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly shared: boolean;
  readonly onlyInHours: boolean;
  readonly steps: readonly StepDraft[];
  readonly endAction: FollowUpEnding["action"];
  readonly endWait: Wait;
}
export type FollowUpForm = FormModel<FollowUpValues>;

const DAY = 24 * 60;
const NO_FILE = { fileId: null, mediaName: null, mediaPath: null, file: KEEP_FILE };
export const newStep = (waitMinutes = DAY): StepDraft => ({
  ...{ wait: waitOf(waitMinutes), text: "", template: null },
  ...NO_FILE,
});

const hasFile = ({ fileId, file }: StepDraft): boolean =>
  file.kind === "put" || (file.kind === "keep" && fileId !== null);

export const isWaitFine = (wait: Wait): boolean => {
  const minutes = minutesOf(wait);
  return Number.isInteger(minutes) && minutes >= MIN_WAIT_MINUTES && minutes <= MAX_WAIT_MINUTES;
};

/** The problem of a step; null = it can be stored. */
export function problemOfStep(step: StepDraft): "wait" | "empty" | "template" | null {
  if (!isWaitFine(step.wait)) return "wait";
  if (step.text.trim() === "" && !hasFile(step)) return "empty";
  return step.template?.parameters.some((value) => value.trim() === "") ? "template" : null;
}

const Schema = v.object({
  name: FollowUpBody.entries.name,
  steps: v.custom<readonly StepDraft[]>((value) => {
    const steps = value as readonly StepDraft[];
    return steps.length >= 1 && steps.length <= MAX_STEPS && steps.every((step) => !problemOfStep(step));
  }),
  endWait: v.custom<Wait>((value) => isWaitFine(value as Wait)),
});

export interface FollowUpFormOptions {
  /** Null adds a follow-up. */
  readonly followUp: FollowUpAnswer | null;
  readonly calls: Pick<typeof followUpCalls, "create" | "update" | "upload">;
  readonly onSaved: (saved: FollowUpAnswer) => void;
  readonly onFailure: (error: unknown) => void;
}

const draftOf = ({ waitMinutes, ...step }: FollowUpAnswer["steps"][number]): StepDraft => ({
  ...step,
  wait: waitOf(waitMinutes),
  file: KEEP_FILE,
});

/** The form of a follow-up: stores the texts first, then the files. A failed upload can be saved again. */
export function followUpForm({ followUp, calls, onSaved, onFailure }: FollowUpFormOptions): FollowUpForm {
  let known = followUp;
  return new FormModel<FollowUpValues>({
    initial: {
      name: followUp?.name ?? "",
      shared: followUp?.shared ?? false,
      onlyInHours: followUp?.onlyInHours ?? true,
      steps: followUp?.steps.map(draftOf) ?? [newStep()],
      endAction: followUp?.ending.action ?? "none",
      endWait: waitOf(followUp?.ending.waitMinutes ?? DAY),
    },
    schema: Schema,
    fieldsOfCode: { ERR_NAME_IN_USE: { name: "in_use" } },
    onFailure,
    async submit({ shared, steps, endAction, endWait, name, onlyInHours }) {
      const body = {
        ...{ name, onlyInHours },
        ending: { action: endAction, waitMinutes: minutesOf(endWait) },
        steps: steps.map(({ wait, text, template, fileId, file }) => ({
          waitMinutes: minutesOf(wait),
          ...{ text, template },
          fileId: file.kind === "keep" ? fileId : null,
          awaitsFile: file.kind === "put",
        })),
      };
      known = await (known ? calls.update(known.id, body) : calls.create({ ...body, shared }));
      for (const [index, { file }] of steps.entries())
        if (file.kind === "put") known = await calls.upload(known.id, index + 1, file.file);
      onSaved(known);
    },
  });
}

import { type TagAnswer, TagBody } from "#people/tags/contract.ts";
import { ADMIN_SUBMIT_DELAY_MS, FormModel } from "#web/ui/form/form-model.ts";
import type { TagCalls } from "./tags-api.ts";

export interface TagValues extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly color: string;
  readonly kanban: boolean;
}

/** Initial values of the form; a new tag has the given colour. */
const valuesOf = (tag: TagAnswer | null, freshColor: string): TagValues => ({
  name: tag?.name ?? "",
  color: tag?.color ?? freshColor,
  kanban: tag?.kanban === 1,
});

export interface TagFormOptions {
  readonly tag: TagAnswer | null;
  readonly freshColor: string;
  readonly calls: Pick<TagCalls, "create" | "update">;
  readonly onSaved: (saved: TagAnswer) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Adds a tag, or edits the given one. */
export function createTagForm({ tag, freshColor, calls, onSaved, onFailure }: TagFormOptions) {
  return new FormModel<TagValues>({
    initial: valuesOf(tag, freshColor),
    schema: TagBody,
    delayMs: ADMIN_SUBMIT_DELAY_MS,
    onFailure,
    submit: async ({ name, color, kanban }) => {
      const body = { name, color, kanban: kanban ? 1 : 0 };
      onSaved(await (tag ? calls.update(tag.id, body) : calls.create(body)));
    },
  });
}

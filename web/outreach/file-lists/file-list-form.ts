import { signal } from "@preact/signals-react";
import { type FileListAnswer, FileListBody } from "#outreach/file-lists/contract.ts";
import { type FileChange, KEEP_FILE } from "#web/ui/field/file-input.tsx";
import { FormModel } from "#web/ui/form/form-model.ts";
import type { FileListCalls } from "./file-lists-api.ts";

/** An option of the form; `key` identifies it before it has an id. */
export interface OptionValue {
  readonly key: string;
  readonly id: number | null;
  readonly name: string;
  readonly change: FileChange;
}
export interface FileListValues extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly message: string;
  readonly options: readonly OptionValue[];
}
/** The upload in progress. */
export interface CurrentUpload {
  readonly name: string;
  readonly share: number;
}

export interface FileListFormOptions {
  readonly list: FileListAnswer | null;
  readonly calls: Pick<FileListCalls, "create" | "update" | "upload">;
  readonly onSaved: (saved: FileListAnswer) => void;
  readonly onFailure: (error: unknown) => void;
}

let fresh = 0;

export function newOption(): OptionValue {
  fresh += 1;
  return { key: `new-${fresh}`, id: null, name: "", change: KEEP_FILE };
}

const valuesOf = (list: FileListAnswer | null): FileListValues => ({
  name: list?.name ?? "",
  message: list?.message ?? "",
  options: list
    ? list.options.map(({ id, name }) => ({ key: `id-${id}`, id, name, change: KEEP_FILE }))
    : [newOption()],
});

/**
 * Saves a file list: first its texts and options, then the files one by one. An option whose file was removed is
 * sent without its id: the server recreates it without the file.
 */
export function createFileListForm({ list, calls, onSaved, onFailure }: FileListFormOptions) {
  const sending = signal<CurrentUpload | null>(null);
  /** Set once the list exists: a retry after a refused file updates it. */
  let known = list;
  const form = new FormModel<FileListValues>({
    initial: valuesOf(list),
    schema: FileListBody,
    onFailure,
    submit: async ({ name, message, options }) => {
      const body = {
        name,
        message,
        options: options.map((option) => ({
          ...(option.id === null || option.change.kind === "remove" ? {} : { id: option.id }),
          name: option.name,
        })),
      };
      let saved = await (known ? calls.update(known.id, body) : calls.create(body));
      known = saved;
      try {
        for (const [at, option] of options.entries()) {
          const target = saved.options[at];
          if (option.change.kind !== "put" || !target) continue;
          const { file } = option.change;
          const onProgress = (share: number) => {
            sending.value = { name: file.name, share };
          };
          onProgress(0);
          const sent = { listId: saved.id, optionId: target.id, name: option.name, file, onProgress };
          saved = await calls.upload(sent);
          known = saved;
        }
      } finally {
        sending.value = null;
        markUploaded();
      }
      onSaved(saved);
    },
  });

  /** Sets uploaded files to stored, so that a retry does not send them again. */
  function markUploaded(): void {
    const arrived = known?.options ?? [];
    form.set(
      "options",
      form.value("options").map((option, at) => {
        const there = arrived[at];
        const isSent = there?.file !== null && there?.file !== undefined && option.change.kind === "put";
        return {
          ...option,
          id: there?.id ?? option.id,
          change: isSent && there?.file === option.change.file.name ? KEEP_FILE : option.change,
        };
      }),
    );
  }

  return { form, sending, stored: (id: number | null) => known?.options.find((option) => option.id === id) };
}
export type FileListForm = ReturnType<typeof createFileListForm>;

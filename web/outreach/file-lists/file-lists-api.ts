import type * as v from "valibot";
import type { FileListAnswer, FileListBody } from "#outreach/file-lists/contract.ts";
import { api } from "#web/lib/api/api.ts";

/** A file on its way to an option. */
export interface Sending {
  readonly listId: number;
  readonly optionId: number;
  readonly name: string;
  readonly file: File;
  readonly onProgress: (share: number) => void;
}

/** Calls of the file lists (docs/rules/team.md#file-lists). */
export const fileListCalls = {
  create: (body: v.InferInput<typeof FileListBody>) => api.post<FileListAnswer>("/files", body),
  update: (id: number, body: v.InferInput<typeof FileListBody>) =>
    api.put<FileListAnswer>(`/files/${id}`, body),
  remove: (id: number) => api.delete(`/files/${id}`),
  /** One file a call: each has its own progress, and one that is refused stops no other. */
  upload({ listId, optionId, name, file, onProgress }: Sending): Promise<FileListAnswer> {
    const form = new FormData();
    form.set("fileId", String(listId));
    form.set("typeArch", "fileList");
    form.append("id", String(optionId));
    form.append("name", name);
    form.append("mediaType", file.type);
    form.append("files", file);
    return api.upload(`/files/uploadList/${listId}`, form, { onProgress });
  },
};
export type FileListCalls = typeof fileListCalls;

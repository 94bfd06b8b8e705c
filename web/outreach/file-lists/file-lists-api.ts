import type * as v from "valibot";
import type { FileListAnswer, FileListBody } from "#outreach/file-lists/contract.ts";
import { api } from "#web/lib/api/api.ts";

/** A file for an option. */
export interface FileUpload {
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
  /** One file per request: each has its own progress, and a refused one does not stop the others. */
  upload({ listId, optionId, name, file, onProgress }: FileUpload): Promise<FileListAnswer> {
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

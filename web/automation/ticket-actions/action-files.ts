import type { ActionFileAnswer } from "#automation/ticket-actions/contract.ts";
import { api } from "#web/lib/api/api.ts";

/** Uploads a file of a reply; throws 413 ERR_MEDIA_TOO_LARGE, 415 ERR_MEDIA_TYPE. */
export function uploadActionFile(file: File): Promise<ActionFileAnswer> {
  const form = new FormData();
  form.set("file", file, file.name);
  return api.upload<ActionFileAnswer>("/action-files", form);
}

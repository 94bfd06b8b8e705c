import { defineEvent } from "#platform/events/define-event.ts";

interface OneList {
  readonly fileListId: number;
}
export const FileListCreated = defineEvent<OneList>("file_list.created");
/** The name, text or files of a file list changed. */
export const FileListUpdated = defineEvent<OneList>("file_list.updated");
export const FileListDeleted = defineEvent<OneList>("file_list.deleted");

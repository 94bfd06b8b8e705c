import type { FileListAnswer } from "#outreach/file-lists/contract.ts";
import { LiveList } from "#web/lib/lists/live-list.ts";

/** The rows of the page, sorted by name. */
export const fileLists = new LiveList<FileListAnswer>({
  path: "/files",
  name: "files",
  channel: "file",
  compare: (a, b) => a.name.localeCompare(b.name) || a.id - b.id,
});

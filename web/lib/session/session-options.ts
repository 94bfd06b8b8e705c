import type { Api } from "#web/lib/api/api.ts";
import type { LiveSocket } from "#web/lib/socket/socket.ts";
import type { Drafts } from "#web/lib/storage/drafts.ts";
import type { FileStore } from "#web/lib/storage/file-store.ts";

/** Dependencies of the session. */
export interface SessionOptions {
  readonly api: Api;
  readonly socket: LiveSocket;
  readonly drafts: Drafts;
  /** Unsent files; removed with the login session. */
  readonly files: Pick<FileStore, "clear">;
  /** Reloads the page at an address; default: the browser's navigation. */
  readonly begin?: (path: string) => void;
}

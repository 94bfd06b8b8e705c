import type { Api } from "#web/lib/api/api.ts";
import type { LiveSocket } from "#web/lib/socket/socket.ts";
import type { Drafts } from "#web/lib/storage/drafts.ts";
import type { FileStore } from "#web/lib/storage/file-store.ts";

/** What the session of the page works with. */
export interface SessionOptions {
  readonly api: Api;
  readonly socket: LiveSocket;
  readonly drafts: Drafts;
  /** What was chosen and not sent: it goes with the session. */
  readonly files: Pick<FileStore, "clear">;
  /** Begins the page anew at an address; the browser's own way when left out. */
  readonly begin?: (path: string) => void;
}

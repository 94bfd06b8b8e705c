import type { Api } from "./api.ts";
import type { Drafts } from "./drafts.ts";
import type { LiveSocket } from "./socket.ts";

/** What the session of the page works with. */
export interface SessionOptions {
  readonly api: Api;
  readonly socket: LiveSocket;
  readonly drafts: Drafts;
  /** Begins the page anew at an address; the browser's own way when left out. */
  readonly begin?: (path: string) => void;
}

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSessionStore, type SessionStore } from "#channels/connections/whatsapp/store/session-store.ts";

export const SEALING_KEY = new Uint8Array(32).fill(3);

/** A real session store in its own directory, with a clock that the test sets. */
export function temporaryStore(): {
  readonly store: SessionStore;
  readonly directory: string;
  readonly clock: { now: number };
  reopen(): SessionStore;
  dispose(): void;
} {
  const directory = mkdtempSync(join(tmpdir(), "session-store-"));
  const clock = { now: 1_700_000_000_000 };
  let store = openSessionStore(directory, SEALING_KEY, () => clock.now);
  store.saveOwn({ id: "5511900000001:3@s.whatsapp.net", lid: "900:3@lid" });
  return {
    get store() {
      return store;
    },
    directory,
    clock,
    reopen() {
      store.close();
      store = openSessionStore(directory, SEALING_KEY, () => clock.now);
      return store;
    },
    dispose() {
      store.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

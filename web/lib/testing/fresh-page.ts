import { session } from "#web/lib/session/session.ts";

const { fetch, WebSocket } = globalThis;

/** Resets the page that several test files share: signs out, and restores `fetch` and `WebSocket`. */
export function freshPage(): void {
  Object.assign(globalThis, { fetch, WebSocket });
  session.end();
}

import { session } from "#web/lib/session/session.ts";

const { fetch, WebSocket } = globalThis;

/** Brings the page that several test files share back to its start: nobody is signed in, and no server is simulated. */
export function freshPage(): void {
  Object.assign(globalThis, { fetch, WebSocket });
  session.end();
}

import { type ReadonlySignal, signal } from "@preact/signals-react";
import { firstScript } from "#web/lib/page/server-away.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";

const outdated = signal(false);
/** Whether the server has a newer version than this page (docs/rules/pages.md#new-version). */
export const isOutdated: ReadonlySignal<boolean> = outdated;

/** Hides the notice until the next reconnect. */
export const hideOutdated = (): void => {
  outdated.value = false;
};

/**
 * Asks the server for the first script of this page, whose address contains the hash of its content: a server with another version
 * does not have it.
 */
export async function checkPageAge(): Promise<void> {
  const script = firstScript();
  if (!script) return;
  try {
    const { status } = await fetch(script.src, { method: "HEAD", cache: "no-store" });
    if (status === 404) outdated.value = true;
  } catch {
    // There is no connection: the next reconnect asks again.
  }
}

/** Asks after each reconnect whose events cannot be continued, as after a restart. Returns a function that stops it. */
export function watchPageAge(): () => void {
  // The first connection of a page that was just loaded.
  let isFirst = socket.state.peek() !== "online";
  return socket.onResync(() => {
    if (!isFirst) void checkPageAge();
    isFirst = false;
  });
}

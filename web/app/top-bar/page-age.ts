import { type ReadonlySignal, signal } from "@preact/signals-react";
import { firstScript } from "#web/lib/page/server-away.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";

const HEAD: RequestInit = { method: "HEAD", cache: "no-store" };
const outdated = signal(false);
/** Whether the server has a newer version than this page (docs/rules/pages.md#new-version). */
export const isOutdated: ReadonlySignal<boolean> = outdated;

/** Hides the notice until the next reconnect. */
export const hideOutdated = (): void => {
  outdated.value = false;
};

/**
 * Asks the server for the first script and the later style sheet of this page. Their addresses contain the hash of their content,
 * so a server with another version does not have one of them.
 */
export async function checkPageAge(): Promise<void> {
  const sheet = document.querySelector<HTMLMetaElement>('meta[name="lazy-css"]');
  const addresses = [firstScript()?.src, sheet?.content].filter((address) => address !== undefined);
  try {
    const answers = await Promise.all(addresses.map((address) => fetch(address, HEAD)));
    if (answers.some(({ status }) => status === 404)) outdated.value = true;
  } catch {
    // There is no connection: the next reconnect asks again.
  }
}

/** Until the first connection of this page. */
let isNewPage = true;

/** Asks after each reconnect whose events cannot be continued, as after a restart. Returns a function that stops it. */
export const watchPageAge = (): (() => void) =>
  socket.onResync(() => {
    if (!isNewPage) void checkPageAge();
    isNewPage = false;
  });

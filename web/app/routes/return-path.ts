/**
 * Target after login: the page that required it. It is stored in the history entry and not in the address, so that an external link
 * cannot set it.
 */
export function returnPath(state: unknown = globalThis.history.state): string {
  const from = state && typeof state === "object" && "from" in state ? state.from : null;
  return typeof from === "string" && /^\/(?![/\\])/.test(from) ? from : "/";
}

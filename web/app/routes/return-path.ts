/**
 * Where to go after login: the page that asked for it, kept in the history entry and never in the address, so
 * that no link from outside decides it.
 */
export function returnPath(state: unknown = globalThis.history.state): string {
  const from = state && typeof state === "object" && "from" in state ? state.from : null;
  return typeof from === "string" && /^\/(?![/\\])/.test(from) ? from : "/";
}

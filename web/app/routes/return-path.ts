/**
 * Target after login: the page that required it. It is stored in the history entry and not in the address, because an
 * external link could set the latter.
 */
export function returnPath(state: unknown = globalThis.history.state): string {
  const from = state && typeof state === "object" && "from" in state ? state.from : null;
  return typeof from === "string" && /^\/(?![/\\])/.test(from) ? from : "/";
}

/** What somebody goes to Facebook for. */
export type LoginFor = "pages" | "instagram" | "official";
/** What is remembered while the browser is at Facebook. */
interface Leaving {
  readonly state: string;
  readonly wanted: LoginFor;
}
const KEY = "facebook-login";
/** Where Facebook sends people back to. */
const wayBack = (here: URL): string => `${here.origin}/connections`;

/** The address of Facebook's login page with the way back to this page; remembers what comes back must fit to. */
export function leaveForFacebook(loginUrl: string, wanted: LoginFor, here: URL, store: Storage): string {
  const leaving: Leaving = { state: crypto.randomUUID(), wanted };
  store.setItem(KEY, JSON.stringify(leaving));
  const url = new URL(loginUrl);
  url.searchParams.set("redirect_uri", wayBack(here));
  url.searchParams.set("state", leaving.state);
  return url.href;
}

/** A token, or a code for one with the address it was sent to. */
export type Brought = { readonly token: string } | { readonly code: string; readonly redirectUri: string };
/** What came back; `"refused"` when the person said no, null when nobody comes from Facebook. */
export type ComingBack =
  | { readonly wanted: "pages" | "instagram"; readonly token: string }
  | { readonly wanted: "official"; readonly brought: Brought }
  | "refused"
  | null;

/** Reads what Facebook put behind the address, once. What does not fit to what was asked is nobody's answer. */
export function comeBackFromFacebook(here: URL, store: Storage): ComingBack {
  const answer = new URLSearchParams(here.hash.slice(1));
  const state = answer.get("state") ?? here.searchParams.get("state");
  const stored = store.getItem(KEY);
  if (state === null || stored === null) return null;
  const { state: expected, wanted } = JSON.parse(stored) as Leaving;
  if (expected !== state) return null;
  store.removeItem(KEY);
  const token = answer.get("access_token");
  const code = here.searchParams.get("code");
  if (wanted === "official") {
    if (token) return { wanted, brought: { token } };
    return code ? { wanted, brought: { code, redirectUri: wayBack(here) } } : "refused";
  }
  return token ? { wanted, token } : "refused";
}

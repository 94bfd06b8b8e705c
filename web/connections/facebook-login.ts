/** What is remembered while the browser is at Facebook. */
interface Leaving {
  readonly state: string;
  readonly addInstagram: boolean;
}
const KEY = "facebook-login";

/** The address of Facebook's login page with the way back to this page; remembers what comes back must fit to. */
export function leaveForFacebook(loginUrl: string, addInstagram: boolean, here: URL, store: Storage): string {
  const leaving: Leaving = { state: crypto.randomUUID(), addInstagram };
  store.setItem(KEY, JSON.stringify(leaving));
  const url = new URL(loginUrl);
  url.searchParams.set("redirect_uri", `${here.origin}/connections`);
  url.searchParams.set("state", leaving.state);
  return url.href;
}

/** What came back: a token, `"refused"` when the person said no, null when nobody comes from Facebook. */
export type ComingBack = { readonly token: string; readonly addInstagram: boolean } | "refused" | null;

/** Reads what Facebook put behind the address, once. What does not fit to what was asked is nobody's answer. */
export function comeBackFromFacebook(here: URL, store: Storage): ComingBack {
  const answer = new URLSearchParams(here.hash.slice(1));
  const state = answer.get("state") ?? here.searchParams.get("state");
  const stored = store.getItem(KEY);
  if (state === null || stored === null) return null;
  const leaving = JSON.parse(stored) as Leaving;
  if (leaving.state !== state) return null;
  store.removeItem(KEY);
  const token = answer.get("access_token");
  return token ? { token, addInstagram: leaving.addInstagram } : "refused";
}

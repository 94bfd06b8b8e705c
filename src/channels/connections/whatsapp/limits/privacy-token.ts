import type { SessionStore } from "#channels/connections/whatsapp/store/session-store.ts";
import { parseJid } from "#channels/connections/whatsapp/translate/jid.ts";

const BUCKET_S = 7 * 24 * 60 * 60;
const BUCKETS = 4;

/**
 * True when the session holds a valid privacy token of the person: the network then accepts messages to them even
 * while new chats are locked. `addresses`: all known addresses of the person. Tokens are stored by privacy id where it is known, and are valid for four weeks.
 */
export function holdsToken(store: SessionStore, addresses: readonly string[], nowMs: number): boolean {
  const known = store.directory.describe(...addresses).map(({ address }) => address);
  const jids = [...addresses, ...known];
  return jids.some((jid) => {
    const parsed = parseJid(jid);
    const entry = parsed && (store.keys.read("tctoken", jid) as Token | undefined);
    if (!entry?.token?.length) return false;
    const cutoff = (Math.floor(nowMs / 1000 / BUCKET_S) - (BUCKETS - 1)) * BUCKET_S;
    return Number(entry.timestamp ?? 0) >= cutoff;
  });
}

interface Token {
  readonly token?: Uint8Array;
  readonly timestamp?: string | number;
}

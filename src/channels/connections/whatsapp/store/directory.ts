import type { NetworkIdentity } from "#channels/connections/provider.ts";
import { kindOf, parseJid } from "#channels/connections/whatsapp/translate/jid.ts";
import { prepared, type Sqlite } from "#platform/db/open.ts";
import { createLru } from "./lru.ts";
import type { SignalKeys } from "./signal-keys.ts";

/** All known addresses of each correspondent, and one permanent key per chat. */
export interface Directory {
  /** All known identities behind these addresses (phone number first), each once. */
  describe(...jids: readonly (string | null | undefined)[]): NetworkIdentity[];
  /**
   * The key of the chat with this correspondent. Set when the chat is first seen, and never changed: a number that is
   * learned later for a known privacy id gets the same chat.
   */
  chatKey(identities: readonly NetworkIdentity[]): string;
  /** True when a chat with this correspondent was seen before. */
  knows(identities: readonly NetworkIdentity[]): boolean;
  /** For a number and a privacy id of one person: true when one has a chat and the other is not linked to it yet. */
  gains(identities: readonly NetworkIdentity[]): boolean;
  /** Clears the cache; needed after a failed transaction and after another thread has changed the rows. */
  reset(): void;
}

const SERVER = { pn: "s.whatsapp.net", lid: "lid", group: "g.us" } as const;
const ORDER = ["pn", "lid", "group"] as const;
type Kind = (typeof ORDER)[number];

const CACHED_CHATS = 2000;

export function createDirectory(db: Sqlite, keys: SignalKeys): Directory {
  const cache = createLru<string | null>(CACHED_CHATS);
  const find = prepared(db, "SELECT key FROM chat WHERE identity = ?");
  const put = prepared(db, "INSERT OR REPLACE INTO chat (identity, key) VALUES (?, ?)");

  const keyOf = (identity: NetworkIdentity): string | null => {
    const name = `${identity.kind}:${identity.value}`;
    const known = cache.get(name);
    if (known !== undefined) return known;
    const key = (find.get(name) as { key: string } | undefined)?.key ?? null;
    cache.set(name, key);
    return key;
  };
  const other = (kind: Kind, user: string): { kind: Kind; user: string } | null => {
    if (kind === "group") return null;
    const mapped = keys.read("lid-mapping", kind === "pn" ? user : `${user}_reverse`);
    if (typeof mapped !== "string") return null;
    return { kind: kind === "pn" ? "lid" : "pn", user: mapped };
  };

  return {
    describe(...jids) {
      const found = new Map<Kind, string>();
      for (const jid of jids) {
        const parsed = parseJid(jid);
        const kind = kindOf(parsed);
        if (!parsed || (kind !== "pn" && kind !== "lid" && kind !== "group") || found.has(kind)) continue;
        found.set(kind, parsed.user);
      }
      for (const [kind, user] of [...found]) {
        const twin = other(kind, user);
        if (twin && !found.has(twin.kind)) found.set(twin.kind, twin.user);
      }
      return ORDER.flatMap((kind) => {
        const value = found.get(kind);
        return value === undefined ? [] : [{ kind, value, address: `${value}@${SERVER[kind]}` }];
      });
    },
    chatKey(identities) {
      const keysFound = identities.map(keyOf);
      const first = identities[0];
      const key = keysFound.find((known) => known !== null) ?? (first ? `${first.kind}:${first.value}` : "");
      identities.forEach((identity, index) => {
        if (keysFound[index] === key) return;
        const name = `${identity.kind}:${identity.value}`;
        put.run(name, key);
        cache.set(name, key);
      });
      return key;
    },
    knows: (identities) => identities.some((identity) => keyOf(identity) !== null),
    gains(identities) {
      const known = identities.map(keyOf);
      return known.some((key) => key !== null) && new Set(known).size > 1;
    },
    reset: () => cache.clear(),
  };
}

import { proto } from "@whiskeysockets/baileys";
import type { Phone } from "#simulator/phones/phone.ts";
import { type BinaryNode, bytesOf, child, children, node, SERVER } from "#simulator/transport/node.ts";
import type { Query, QueryHandler } from "./query.ts";

function collectionOf({ collections }: Phone, name: string): Uint8Array[] {
  const known = collections.get(name) ?? [];
  collections.set(name, known);
  return known;
}

function answerCollection(query: Query, collection: BinaryNode): BinaryNode {
  const { name = "", version = "0" } = collection.attrs;
  const stored = collectionOf(query.asker.phone, name);
  const uploaded = bytesOf(child(collection, "patch"));
  if (uploaded) {
    stored.push(withVersion(uploaded, stored.length + 1));
    announce(query, name, stored.length);
    return node("collection", { name, version: stored.length });
  }
  const missing = stored.slice(Number(version));
  const attrs = { name, version: stored.length, has_more_patches: "false" };
  if (missing.length === 0) return node("collection", attrs);
  const nodes = missing.map((patch) => node("patch", {}, patch));
  return node("collection", attrs, [node("patches", {}, nodes)]);
}

function withVersion(patch: Uint8Array, version: number): Uint8Array {
  return proto.SyncdPatch.encode({ ...proto.SyncdPatch.decode(patch), version: { version } }).finish();
}

/** Notifies the account's other devices of a collection's new version. */
function announce({ asker }: Query, name: string, version: number): void {
  const now = asker.phone.network.clock.now();
  for (const other of asker.phone.companions.values()) {
    if (other === asker) continue;
    const attrs = {
      from: SERVER,
      type: "server_sync",
      id: `sync-${name}-${version}`,
      t: Math.floor(now / 1000),
    };
    other.deliver(node("notification", attrs, [node("collection", { name, version })]));
  }
}

const sync: QueryHandler = (query) => {
  const collections = children(query.subject, "collection");
  return [
    node(
      "sync",
      {},
      collections.map((collection) => answerCollection(query, collection)),
    ),
  ];
};

export const appStateQueries: Readonly<Record<string, Readonly<Record<string, QueryHandler>>>> = {
  "w:sync:app:state/set": { sync },
};

import { createHash } from "node:crypto";
import type { Companion } from "#simulator/devices/companion.ts";
import { bundleNodes, type KeyBundle, readPreKey, readSignedPreKey } from "#simulator/devices/key-bundle.ts";
import type { Directory } from "#simulator/directory.ts";
import { goLive } from "#simulator/registration/login.ts";
import { bytesOf, child, children, node, readNumber, SERVER } from "#simulator/transport/node.ts";
import type { QueryHandler } from "./query.ts";

/** Below this many one-time keys the server asks the client for more (Baileys uploads below 5). */
const LOW_KEYS = 5;

const count: QueryHandler = ({ asker }) => [node("count", { value: asker.preKeys.length })];

const upload: QueryHandler = ({ asker, iq }) => {
  const signedPreKey = readSignedPreKey(child(iq, "skey"));
  if (signedPreKey) asker.signedPreKey = signedPreKey;
  asker.registrationId = readNumber(bytesOf(iq, "registration"));
  for (const key of children(child(iq, "list"), "key")) {
    const preKey = readPreKey(key);
    if (preKey && !asker.preKeys.some(({ id }) => id === preKey.id)) asker.preKeys.push(preKey);
  }
  asker.wasToldKeysAreLow = false;
  return undefined;
};

const rotate: QueryHandler = ({ asker, subject }) => {
  const signedPreKey = readSignedPreKey(child(subject, "skey"));
  if (signedPreKey) asker.signedPreKey = signedPreKey;
  return undefined;
};

const digest: QueryHandler = ({ asker }) => {
  const hash = createHash("sha1").update(asker.identity).update(asker.signedPreKey.value).digest();
  return [node("digest", {}, [node("hash", {}, hash)])];
};

function bundleOf(directory: Directory, jid: string | undefined): KeyBundle | undefined {
  const found = directory.find(jid);
  if (!found) return undefined;
  if (found.device === 0) return found.phone.handset.bundle();
  const companion = found.phone.companions.get(found.device);
  if (!companion) return undefined;
  const bundle = companion.takeBundle();
  watchPreKeys(companion);
  return bundle;
}

const fetchKeys: QueryHandler = ({ asker, subject }) => {
  const users = children(subject, "user").map(({ attrs }) => {
    const bundle = bundleOf(asker.phone.network.directory, attrs["jid"]);
    const missing = [node("error", { code: 404, text: "item-not-found" })];
    return node("user", { jid: attrs["jid"] }, bundle ? bundleNodes(bundle) : missing);
  });
  return [node("list", {}, users)];
};

/** Tells a client once when its one-time keys run low. */
export function watchPreKeys(companion: Companion): void {
  if (companion.preKeys.length >= LOW_KEYS || companion.wasToldKeysAreLow || !companion.isLive) return;
  companion.wasToldKeysAreLow = true;
  const { clock } = companion.phone.network;
  const t = Math.floor(clock.now() / 1000);
  companion.deliver(
    node(
      "notification",
      { from: SERVER, type: "encrypt", id: `low-${companion.address}-${clock.now()}`, t },
      [node("count", { value: companion.preKeys.length })],
    ),
  );
}

export const keyQueries: Readonly<Record<string, Readonly<Record<string, QueryHandler>>>> = {
  "encrypt/get": { count, digest, key: fetchKeys },
  "encrypt/set": { rotate, "*": upload },
  "passive/set": {
    active: ({ asker }) => {
      asker.phone.network.afterAnswer(() => goLive(asker));
      return undefined;
    },
  },
};

import { createHash } from "node:crypto";
import { bundleNodes, type KeyBundle, readPreKey, readSignedPreKey } from "#simulator/devices/key-bundle.ts";
import { watchPreKeys } from "#simulator/devices/watch-pre-keys.ts";
import type { Directory } from "#simulator/directory.ts";
import { goLive } from "#simulator/registration/login.ts";
import { bytesOf, child, children, node, readNumber } from "#simulator/transport/node.ts";
import type { QueryHandler } from "./query.ts";

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

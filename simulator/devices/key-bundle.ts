import { type BinaryNode, bytesOf, child, node, readNumber, writeNumber } from "#simulator/transport/node.ts";

/** A public prekey; `value` is the bare 32 bytes. */
export interface PublicPreKey {
  readonly id: number;
  readonly value: Uint8Array;
}
export interface SignedPublicPreKey extends PublicPreKey {
  readonly signature: Uint8Array;
}

/** The public keys a peer needs to open a Signal session with a device. */
export interface KeyBundle {
  readonly registrationId: number;
  readonly identity: Uint8Array;
  readonly signedPreKey: SignedPublicPreKey;
  readonly preKey: PublicPreKey | undefined;
}

const KEY_TYPE = Uint8Array.of(5);

function preKeyNode(key: PublicPreKey): BinaryNode {
  return node("key", {}, [node("id", {}, writeNumber(key.id, 3)), node("value", {}, key.value)]);
}

function signedPreKeyNode(key: SignedPublicPreKey): BinaryNode {
  return node("skey", {}, [
    node("id", {}, writeNumber(key.id, 3)),
    node("value", {}, key.value),
    node("signature", {}, key.signature),
  ]);
}

/** The children of a `<user>` in the response to a key query. */
export function bundleNodes(bundle: KeyBundle): BinaryNode[] {
  return [
    node("registration", {}, writeNumber(bundle.registrationId, 4)),
    node("type", {}, KEY_TYPE),
    node("identity", {}, bundle.identity),
    signedPreKeyNode(bundle.signedPreKey),
    ...(bundle.preKey ? [preKeyNode(bundle.preKey)] : []),
  ];
}

export function readPreKey(key: BinaryNode | undefined): PublicPreKey | undefined {
  const value = bytesOf(key, "value");
  return value && { id: readNumber(bytesOf(key, "id")), value };
}

export function readSignedPreKey(key: BinaryNode | undefined): SignedPublicPreKey | undefined {
  const preKey = readPreKey(key);
  const signature = bytesOf(key, "signature");
  return preKey && signature && { ...preKey, signature };
}

/** The bundle a client puts into a retry receipt (`<keys>` beside `<registration>`). */
export function readRetryBundle(receipt: BinaryNode): KeyBundle | undefined {
  const keys = child(receipt, "keys");
  const identity = bytesOf(keys, "identity");
  const signedPreKey = readSignedPreKey(child(keys, "skey"));
  if (!identity || !signedPreKey) return undefined;
  return {
    registrationId: readNumber(bytesOf(receipt, "registration")),
    identity,
    signedPreKey,
    preKey: readPreKey(child(keys, "key")),
  };
}

import {
  createCipheriv,
  createHash,
  createHmac,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
} from "node:crypto";
import { bytesToCrockford, proto } from "@whiskeysockets/baileys";
import { sharedSecret } from "#channels/connections/whatsapp/crypto/curve.ts";

const SECRET_BYTES = 32;
const IV_BYTES = 12;
const CODE_BYTES = 5;
/** Length of an X25519 key's head in PKCS 8 and SubjectPublicKeyInfo (RFC 8410). */
const PKCS8_HEAD = 16;
const SPKI_HEAD = 12;

/** The secrets generated when the network requires a passkey. */
export interface AttemptSecrets {
  /** Proves that this client showed the code that the phone has scanned. */
  readonly handoffKey: Buffer;
  /** Takes the place of the old ADV secret when the pairing request is sent. */
  readonly advSecret: Buffer;
}

/** Our half of the key agreement with the phone. */
export interface CompanionHalf {
  readonly privateKey: Buffer;
  readonly publicKey: Buffer;
  readonly nonce: Buffer;
}

/** The phone's half; both fields have 32 bytes. */
export interface PrimaryHalf {
  readonly publicKey: Uint8Array;
  readonly nonce: Uint8Array;
}

const hkdf = (key: Uint8Array, salt: string, info: string): Buffer =>
  Buffer.from(hkdfSync("sha256", key, salt, info, SECRET_BYTES));
const sha256 = (...parts: Uint8Array[]): Buffer => createHash("sha256").update(Buffer.concat(parts)).digest();

export function makeAttemptSecrets(priorAdvSecret: Uint8Array): AttemptSecrets {
  return {
    handoffKey: hkdf(priorAdvSecret, "", "shortcake-passkey-handoff-v1"),
    advSecret: randomBytes(SECRET_BYTES),
  };
}

export function makeCompanionHalf(): CompanionHalf {
  const { privateKey, publicKey } = generateKeyPairSync("x25519");
  return {
    privateKey: privateKey.export({ format: "der", type: "pkcs8" }).subarray(PKCS8_HEAD),
    publicKey: publicKey.export({ format: "der", type: "spki" }).subarray(SPKI_HEAD),
    nonce: randomBytes(SECRET_BYTES),
  };
}

/** The payload that commits us to the nonce before the phone shows its half. */
export function prologuePayload(half: CompanionHalf, deviceType: number, ref: string): Buffer {
  const identity = proto.CompanionEphemeralIdentity.encode({
    publicKey: half.publicKey,
    deviceType,
    ref,
  }).finish();
  const payload = proto.ProloguePayload.encode({
    companionEphemeralIdentity: identity,
    commitment: { hash: sha256(identity, half.nonce) },
  });
  return Buffer.from(payload.finish());
}

export const handoffProof = (handoffKey: Uint8Array, payload: Uint8Array): Buffer =>
  createHmac("sha256", handoffKey).update(payload).digest();

/** The code `XXXX-XXXX` that the phone shows too. */
export function verificationCode(half: CompanionHalf, primary: PrimaryHalf): string {
  const digest = sha256(half.nonce, primary.publicKey);
  const bytes = Buffer.alloc(CODE_BYTES);
  for (let at = 0; at < CODE_BYTES; at++) bytes[at] = (primary.nonce[at] ?? 0) ^ (digest[at] ?? 0);
  const code = bytesToCrockford(bytes);
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** The key of the pairing request. Throws when the phone's key is not a key. */
export function pairingKey(
  half: CompanionHalf,
  primary: PrimaryHalf,
  { deviceType, ref }: { readonly deviceType: number; readonly ref: string },
): Buffer {
  const shared = sharedSecret(primary.publicKey, half.privateKey);
  const key = hkdf(
    shared,
    `Companion Pairing ${deviceType} with ref ${ref}`,
    "Pairing Information Encryption Key",
  );
  shared.fill(0);
  return key;
}

/** The encrypted `EncryptedPairingRequest` with our public keys and the new ADV secret. */
export function sealPairingRequest(
  key: Uint8Array,
  request: {
    readonly noiseKey: Uint8Array;
    readonly identityKey: Uint8Array;
    readonly advSecret: Uint8Array;
  },
): Buffer {
  const plain = proto.PairingRequest.encode({
    companionPublicKey: request.noiseKey,
    companionIdentityKey: request.identityKey,
    advSecret: request.advSecret,
  }).finish();
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  const encryptedPayload = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  return Buffer.from(proto.EncryptedPairingRequest.encode({ encryptedPayload, iv }).finish());
}

import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign, verify } from "node:crypto";

/** The relying party of WhatsApp's passkeys, and the only page that can use them. */
export const RP_ID = "whatsapp.com";
const ORIGIN = "https://web.whatsapp.com";

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const FLAGS_AT = 32;
const AUTH_DATA_BYTES = 37;

/** An assertion as `PublicKeyCredential.toJSON()` returns it; all bytes are base64url. */
export interface PasskeyAssertion {
  readonly id: string;
  readonly rawId: string;
  readonly type: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle: string | null;
  };
}

/** What a test changes in an assertion, to check that it is refused. */
export interface AssertionChanges {
  readonly origin?: string;
  readonly rpId?: string;
  readonly isUserVerified?: boolean;
  readonly challenge?: string;
}

const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest();

/** The passkey of an account: a P-256 key for `whatsapp.com` in an authenticator of its owner. */
export class Passkey {
  readonly id = randomBytes(16);
  readonly userHandle = randomBytes(16);
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;
  #uses = 0;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.#privateKey = privateKey;
    this.#publicKey = publicKey;
  }

  /** The private key in PKCS 8, for a virtual authenticator of a browser. */
  get privateKey(): Buffer {
    return this.#privateKey.export({ format: "der", type: "pkcs8" });
  }

  /** Signs a request as the owner's authenticator does on `web.whatsapp.com`. */
  sign(options: { readonly challenge: string }, changes: AssertionChanges = {}): PasskeyAssertion {
    const client = {
      type: "webauthn.get",
      challenge: changes.challenge ?? options.challenge,
      origin: changes.origin ?? ORIGIN,
      crossOrigin: false,
    };
    const clientData = Buffer.from(JSON.stringify(client));
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(++this.#uses);
    const flags = USER_PRESENT | (changes.isUserVerified === false ? 0 : USER_VERIFIED);
    const authData = Buffer.concat([sha256(changes.rpId ?? RP_ID), Buffer.from([flags]), counter]);
    const signature = sign("sha256", Buffer.concat([authData, sha256(clientData)]), this.#privateKey);
    return {
      id: this.id.toString("base64url"),
      rawId: this.id.toString("base64url"),
      type: "public-key",
      response: {
        clientDataJSON: clientData.toString("base64url"),
        authenticatorData: authData.toString("base64url"),
        signature: signature.toString("base64url"),
        userHandle: this.userHandle.toString("base64url"),
      },
    };
  }

  /** Why the server refuses this assertion; null when it is valid. */
  faultIn(assertion: PasskeyAssertion, challenge: string, rawId: Uint8Array): string | null {
    const { response } = assertion;
    const clientData = Buffer.from(response.clientDataJSON, "base64url");
    const authData = Buffer.from(response.authenticatorData, "base64url");
    const client = JSON.parse(clientData.toString());
    if (!this.id.equals(rawId) || assertion.rawId !== this.id.toString("base64url")) return "unknown key";
    if (client.type !== "webauthn.get" || client.challenge !== challenge) return "another challenge";
    if (client.origin !== ORIGIN) return "another origin";
    if (authData.length < AUTH_DATA_BYTES || !authData.subarray(0, FLAGS_AT).equals(sha256(RP_ID)))
      return "another relying party";
    const flags = authData[FLAGS_AT] ?? 0;
    if (!(flags & USER_PRESENT) || !(flags & USER_VERIFIED)) return "the user was not verified";
    const signed = Buffer.concat([authData, sha256(clientData)]);
    const isSigned = verify("sha256", signed, this.#publicKey, Buffer.from(response.signature, "base64url"));
    return isSigned ? null : "a wrong signature";
  }
}

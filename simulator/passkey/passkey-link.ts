import { createDecipheriv, createHash, createHmac, randomBytes } from "node:crypto";
import { bytesToCrockford, hkdf, proto } from "@whiskeysockets/baileys";
import { generateKeyPair, type KeyPair, sharedSecret } from "#simulator/crypto/curve.ts";
import type { Companion } from "#simulator/devices/companion.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { QueryRefused } from "#simulator/queries/query.ts";
import { completeLink } from "#simulator/registration/complete-link.ts";
import { keysOf, type LinkAttempt } from "#simulator/registration/link-attempt.ts";
import { allChildren, type BinaryNode, bytesOf, node, SERVER } from "#simulator/transport/node.ts";
import { type Passkey, RP_ID } from "./authenticator.ts";

/** Injected faults of one link; `lost_*`: the connection is cut when this step arrives. */
export const PASSKEY_FAULTS = [
  "no_options",
  "prologue_refused",
  "pairing_refused",
  "no_continuation",
  "wrong_lengths",
  "second_request",
  "one_frame",
  "lost_request",
  "lost_ref",
  "lost_prologue",
  "lost_continuation",
  "lost_nonce",
  "lost_pairing",
  "lost_success",
] as const;
export type PasskeyFault = (typeof PASSKEY_FAULTS)[number];

const GCM_TAG_BYTES = 16;
/** Code with which the network refused the valid assertions of some accounts; a test uses it for such a refusal. */
const REFUSED = 428;
const BAD_REQUEST = 400;

const sha256 = (...parts: Uint8Array[]) => createHash("sha256").update(Buffer.concat(parts)).digest();
const hkdfOf = (key: Uint8Array, info: string, salt?: Uint8Array) =>
  Buffer.from(hkdf(key, 32, salt ? { info, salt: Buffer.from(salt) } : { info }));

/** Data about the client that its prologue message contained. */
interface Prologue {
  readonly identity: Uint8Array;
  readonly commitment: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly deviceType: number;
}

/**
 * The server's and the phone's half of linking with a passkey. Checks everything that the client sends; a violation is
 * answered with an error and recorded as a problem.
 */
export class PasskeyLink {
  /** The code on the phone's screen; null before the client revealed its nonce. */
  code: string | null = null;
  /** True when the client proved that it showed the code that the phone has scanned. */
  isProven = false;
  /** The ADV secret that the link ended with. */
  advSecret: Buffer | null = null;
  /** Steps of the client in the order of their arrival. */
  readonly steps: string[] = [];
  readonly #phone: Phone;
  readonly #passkey: Passkey;
  readonly #attempt: LinkAttempt;
  readonly #priorSecret: Uint8Array;
  readonly #fault: PasskeyFault | null;
  readonly #linked: (companion: Promise<Companion>) => void;
  readonly #ref = randomBytes(16).toString("base64url");
  #challenge = "";
  #ephemeral: KeyPair = generateKeyPair();
  #nonce = randomBytes(32);
  #prologue: Prologue | null = null;
  #hasAskedAgain = false;

  constructor(
    phone: Phone,
    passkey: Passkey,
    attempt: LinkAttempt,
    priorSecret: Uint8Array,
    linked: (companion: Promise<Companion>) => void,
  ) {
    this.#phone = phone;
    this.#passkey = passkey;
    this.#attempt = attempt;
    this.#priorSecret = priorSecret;
    this.#fault = phone.passkeyFault;
    this.#linked = linked;
  }

  /** Notifies the client that this account demands a passkey. */
  ask(): void {
    if (this.#isLostAt("request")) return;
    this.#challenge = randomBytes(32).toString("base64url");
    const content = this.#fault === "no_options" ? [] : [this.#optionsNode()];
    this.#notify("passkey_prologue_request", content);
  }

  /** Cuts the client's connection. */
  cut(): void {
    this.#attempt.wire.terminate();
  }

  /** Handles a query of the client; false when it is none of the passkey exchange. */
  receive(iq: BinaryNode): boolean {
    const [subject] = allChildren(iq);
    const handle = subject && this.#handlers[subject.tag];
    if (iq.attrs["xmlns"] !== "md" || !handle) return false;
    this.steps.push(subject.tag);
    this.#phone.network.feed.emit({ type: "devices", number: this.#phone.number });
    try {
      handle(iq, subject);
    } catch (error) {
      this.#refuse(iq, error);
    }
    return true;
  }

  readonly #handlers: Readonly<Record<string, (iq: BinaryNode, subject: BinaryNode) => void>> = {
    passkey_request_options: (iq) => this.#answer(iq, [this.#optionsNode()]),
    ref: (iq) => {
      if (!this.#isLostAt("ref")) this.#answer(iq, [node("ref", {}, Buffer.from(this.#ref))]);
    },
    passkey_prologue: (iq, subject) => this.#receivePrologue(iq, subject),
    companion_nonce: (iq, subject) => this.#receiveNonce(iq, subject),
    encrypted_pairing_request: (iq, subject) => this.#receivePairing(iq, subject),
  };

  #receivePrologue(iq: BinaryNode, subject: BinaryNode): void {
    if (this.#isLostAt("prologue")) return;
    const assertion = JSON.parse(Buffer.from(bytesOf(subject, "webauthn_assertion") ?? []).toString());
    const fault = this.#passkey.faultIn(
      assertion,
      this.#challenge,
      bytesOf(subject, "credential_id") ?? new Uint8Array(0),
    );
    if (fault) throw new QueryRefused(BAD_REQUEST, `the assertion has ${fault}`);
    const payload = Buffer.from(bytesOf(subject, "prologue_payload") ?? []);
    const { companionEphemeralIdentity, commitment } = proto.ProloguePayload.decode(payload);
    const identity = companionEphemeralIdentity ?? new Uint8Array(0);
    const { publicKey, deviceType, ref } = proto.CompanionEphemeralIdentity.decode(identity);
    if (ref !== this.#ref) throw new QueryRefused(BAD_REQUEST, "the prologue has another ref");
    if (deviceType !== this.#platformType())
      throw new QueryRefused(BAD_REQUEST, "the prologue has another platform");
    const proof = bytesOf(subject, "pairing_handoff_proof");
    const key = hkdfOf(this.#priorSecret, "shortcake-passkey-handoff-v1");
    if (proof && !createHmac("sha256", key).update(payload).digest().equals(proof))
      throw new QueryRefused(BAD_REQUEST, "the handoff proof is wrong");
    if (this.#fault === "prologue_refused") throw new QueryRefused(REFUSED, "refused");
    this.isProven = proof !== undefined;
    this.#prologue = {
      identity,
      commitment: commitment?.hash ?? new Uint8Array(0),
      publicKey: publicKey ?? new Uint8Array(0),
      deviceType: deviceType ?? 0,
    };
    this.#answer(iq);
    if (this.#fault === "second_request" && !this.#hasAskedAgain) {
      this.#hasAskedAgain = true;
      this.ask();
    } else if (this.#fault !== "no_continuation") this.#continue();
  }

  #continue(): void {
    if (this.#isLostAt("continuation")) return;
    this.#ephemeral = generateKeyPair();
    this.#nonce = randomBytes(32);
    const nonce = this.#fault === "wrong_lengths" ? this.#nonce.subarray(0, 16) : this.#nonce;
    const identity = proto.PrimaryEphemeralIdentity.encode({ publicKey: this.#ephemeral.public, nonce });
    this.#notify("crsc_continuation", [node("primary_ephemeral_identity", {}, identity.finish())]);
  }

  #receiveNonce(iq: BinaryNode, subject: BinaryNode): void {
    if (this.#isLostAt("nonce")) return;
    const nonce = bytesOf(subject);
    if (!this.#prologue || !nonce) throw new QueryRefused(BAD_REQUEST, "a nonce without a prologue");
    if (!sha256(this.#prologue.identity, nonce).equals(this.#prologue.commitment))
      throw new QueryRefused(BAD_REQUEST, "the nonce is not the committed one");
    const digest = sha256(nonce, this.#ephemeral.public);
    const code = bytesToCrockford(
      Buffer.from(this.#nonce.subarray(0, 5).map((byte, index) => byte ^ (digest[index] ?? 0))),
    );
    this.code = `${code.slice(0, 4)}-${code.slice(4)}`;
    this.#answer(iq);
  }

  #receivePairing(iq: BinaryNode, subject: BinaryNode): void {
    if (this.#isLostAt("pairing")) return;
    if (!this.#prologue || this.code === null)
      throw new QueryRefused(BAD_REQUEST, "a pairing without a code");
    if (this.#fault === "pairing_refused") throw new QueryRefused(REFUSED, "refused");
    const request = this.#decrypt(this.#prologue, bytesOf(subject) ?? new Uint8Array(0));
    const keys = keysOf(this.#attempt);
    const isSame = (given: Uint8Array | null | undefined, known: Uint8Array) =>
      Buffer.from(known).equals(given ?? new Uint8Array(0));
    if (
      !request ||
      !isSame(request.companionPublicKey, keys.noiseKey) ||
      !isSame(request.companionIdentityKey, keys.identity) ||
      request.advSecret?.length !== 32
    )
      throw new QueryRefused(BAD_REQUEST, "the pairing request is wrong");
    this.advSecret = Buffer.from(request.advSecret);
    if (this.advSecret.equals(this.#priorSecret))
      throw new QueryRefused(BAD_REQUEST, "the ADV secret is the old one");
    const answer = node("iq", { from: SERVER, type: "result", id: iq.attrs["id"] });
    const isOneFrame = this.#fault === "one_frame";
    if (!isOneFrame) this.#attempt.wire.send(answer);
    if (this.#isLostAt("success")) return;
    this.#linked(completeLink(this.#phone, this.#attempt, this.advSecret, isOneFrame ? answer : undefined));
  }

  #decrypt(prologue: Prologue, bytes: Uint8Array): proto.PairingRequest | null {
    const { encryptedPayload, iv } = proto.EncryptedPairingRequest.decode(bytes);
    if (!encryptedPayload || iv?.length !== 12) return null;
    const shared = sharedSecret(this.#ephemeral.private, prologue.publicKey);
    const salt = Buffer.from(`Companion Pairing ${prologue.deviceType} with ref ${this.#ref}`);
    const key = hkdfOf(shared, "Pairing Information Encryption Key", salt);
    const decipher = createDecipheriv("aes-256-gcm", key, iv);
    const end = encryptedPayload.length - GCM_TAG_BYTES;
    decipher.setAuthTag(encryptedPayload.subarray(end));
    try {
      const plain = Buffer.concat([decipher.update(encryptedPayload.subarray(0, end)), decipher.final()]);
      return proto.PairingRequest.decode(plain);
    } catch {
      return null;
    }
  }

  /** Platform type that the client registered with. */
  #platformType(): number {
    const props = this.#attempt.data.deviceProps ?? new Uint8Array(0);
    return proto.DeviceProps.decode(props).platformType ?? 0;
  }

  #optionsNode(): BinaryNode {
    const options = {
      challenge: this.#challenge,
      timeout: 600_000,
      rpId: RP_ID,
      allowCredentials: [],
      userVerification: "required",
      extensions: { uvm: true },
    };
    return node("passkey_request_options", {}, Buffer.from(JSON.stringify(options)));
  }

  #notify(type: string, content: BinaryNode[]): void {
    const { clock, requests } = this.#phone.network;
    const t = Math.floor(clock.now() / 1000);
    const attrs = { from: "s.whatsapp.net", type, id: requests.newId(), t };
    this.#attempt.wire.send(node("notification", attrs, content));
  }

  #answer(iq: BinaryNode, content?: BinaryNode[]): void {
    this.#attempt.wire.send(node("iq", { from: SERVER, type: "result", id: iq.attrs["id"] }, content));
  }

  #refuse(iq: BinaryNode, reason: unknown): void {
    const text = reason instanceof Error ? reason.message : "refused";
    const code = reason instanceof QueryRefused ? reason.code : BAD_REQUEST;
    if (code !== REFUSED) this.#phone.network.problems.push(`${this.#phone.number}: ${text}`);
    const error = node("error", { code, text });
    this.#attempt.wire.send(node("iq", { from: SERVER, type: "error", id: iq.attrs["id"] }, [error]));
  }

  #isLostAt(step: string): boolean {
    if (this.#fault !== `lost_${step}`) return false;
    this.cut();
    return true;
  }
}

/** Demands a passkey from the client that the phone is linking; resolves when it is linked. */
export function linkWithPasskey(
  phone: Phone,
  passkey: Passkey,
  attempt: LinkAttempt,
  priorSecret: Uint8Array,
): Promise<Companion> {
  const { promise, resolve } = Promise.withResolvers<Companion>();
  const link = new PasskeyLink(phone, passkey, attempt, priorSecret, resolve);
  attempt.passkey = link;
  phone.passkeyLink = link;
  link.ask();
  return promise;
}

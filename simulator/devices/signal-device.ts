import {
  GroupCipher,
  GroupSessionBuilder,
  generateIdentityKeyPair,
  generatePreKey,
  generateRegistrationId,
  generateSignedPreKey,
  type KeyPair,
  ProtocolAddress,
  type SenderKeyDistributionMessage,
  SenderKeyDistributionMessage as SenderKeyDistributions,
  SenderKeyName,
  SessionBuilder,
  SessionCipher,
  type SessionRecord,
  type SignalStorage,
  type SignedPreKey,
} from "whatsapp-rust-bridge";
import { bareKey, withKeyType } from "#simulator/crypto/curve.ts";
import type { KeyBundle } from "./key-bundle.ts";

export type CipherType = "pkmsg" | "msg";
export interface Ciphertext {
  readonly type: CipherType;
  readonly body: Uint8Array;
}

const PREKEY_MESSAGE = 3;
const SIGNED_PREKEY_ID = 1;

export interface SignalState {
  readonly identity: KeyPair;
  readonly registrationId: number;
  readonly signedPreKey: SignedPreKey;
  readonly preKeys: Map<number, KeyPair>;
  readonly sessions: Map<string, Uint8Array>;
  readonly senderKeys: Map<string, Uint8Array>;
  nextPreKeyId: number;
}

function newSignalState(): SignalState {
  const identity = generateIdentityKeyPair();
  return {
    identity,
    registrationId: generateRegistrationId(),
    signedPreKey: generateSignedPreKey(identity, SIGNED_PREKEY_ID),
    preKeys: new Map(),
    sessions: new Map(),
    senderKeys: new Map(),
    nextPreKeyId: 1,
  };
}

/**
 * The Signal protocol of a virtual phone: identity, prekeys, sessions and sender keys in memory. Peers are named
 * `number.device`, so that the PN and LID forms of one device share a session.
 */
export class SignalDevice {
  /** The full state of the device as plain values, so that it can be stored in a file. */
  readonly state: SignalState;

  constructor(state: SignalState = newSignalState()) {
    this.state = state;
  }

  readonly #storage: SignalStorage = {
    loadSession: (address) => this.state.sessions.get(address),
    storeSession: (address, record: SessionRecord) => {
      this.state.sessions.set(address, record.serialize());
    },
    getOurIdentity: () => this.identity,
    getOurRegistrationId: () => this.registrationId,
    isTrustedIdentity: () => true,
    loadPreKey: (id) => this.state.preKeys.get(id),
    removePreKey: (id) => {
      this.state.preKeys.delete(id);
    },
    loadSignedPreKey: () => this.state.signedPreKey,
    loadSenderKey: (id) => this.state.senderKeys.get(id),
    storeSenderKey: (id, record) => {
      this.state.senderKeys.set(id, record);
    },
  };

  get identity(): KeyPair {
    return this.state.identity;
  }

  get registrationId(): number {
    return this.state.registrationId;
  }

  /** The device's public identity key, 32 bytes. */
  get identityKey(): Uint8Array {
    return bareKey(this.identity.pubKey);
  }

  /** Returns a bundle for a peer to open a session with; every call uses up a new one-time key. */
  bundle(): KeyBundle {
    const preKey = generatePreKey(this.state.nextPreKeyId++);
    this.state.preKeys.set(preKey.keyId, preKey.keyPair);
    return {
      registrationId: this.registrationId,
      identity: this.identityKey,
      signedPreKey: {
        id: SIGNED_PREKEY_ID,
        value: bareKey(this.state.signedPreKey.keyPair.pubKey),
        signature: this.state.signedPreKey.signature,
      },
      preKey: { id: preKey.keyId, value: bareKey(preKey.keyPair.pubKey) },
    };
  }

  hasSession(peer: string): boolean {
    return this.state.sessions.has(peer);
  }

  /** Opens a new session with a peer; the next message to it is a `pkmsg`. */
  async openSession(peer: string, bundle: KeyBundle): Promise<void> {
    const builder = new SessionBuilder(this.#storage, ProtocolAddress.from(peer));
    await builder.processPreKeyBundle({
      registrationId: bundle.registrationId,
      identityKey: withKeyType(bundle.identity),
      preKey: bundle.preKey && { keyId: bundle.preKey.id, publicKey: withKeyType(bundle.preKey.value) },
      signedPreKey: {
        keyId: bundle.signedPreKey.id,
        publicKey: withKeyType(bundle.signedPreKey.value),
        signature: bundle.signedPreKey.signature,
      },
    });
  }

  forgetSession(peer: string): void {
    this.state.sessions.delete(peer);
  }

  async encrypt(peer: string, plain: Uint8Array): Promise<Ciphertext> {
    const { type, body } = await new SessionCipher(this.#storage, ProtocolAddress.from(peer)).encrypt(plain);
    return { type: type === PREKEY_MESSAGE ? "pkmsg" : "msg", body };
  }

  async decrypt(peer: string, type: CipherType, body: Uint8Array): Promise<Uint8Array> {
    const cipher = new SessionCipher(this.#storage, ProtocolAddress.from(peer));
    return type === "pkmsg" ? cipher.decryptPreKeyWhisperMessage(body) : cipher.decryptWhisperMessage(body);
  }

  /** The sender key that this device shares with a group's members, created at its first use. */
  async senderKeyDistribution(group: string, self: string): Promise<Uint8Array> {
    const name = new SenderKeyName(group, ProtocolAddress.from(self));
    const message: SenderKeyDistributionMessage = await new GroupSessionBuilder(this.#storage).create(name);
    return message.serialize();
  }

  async acceptSenderKey(group: string, author: string, distribution: Uint8Array): Promise<void> {
    const name = new SenderKeyName(group, ProtocolAddress.from(author));
    const message = SenderKeyDistributions.deserialize(distribution);
    await new GroupSessionBuilder(this.#storage).process(name, message);
  }

  async encryptForGroup(group: string, self: string, plain: Uint8Array): Promise<Uint8Array> {
    return new GroupCipher(this.#storage, group, ProtocolAddress.from(self)).encrypt(plain);
  }

  async decryptFromGroup(group: string, author: string, body: Uint8Array): Promise<Uint8Array> {
    return new GroupCipher(this.#storage, group, ProtocolAddress.from(author)).decrypt(body);
  }
}

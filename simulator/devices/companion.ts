import { createSerialQueue } from "#platform/jobs/paced-queue.ts";
import { StanzaQueue } from "#simulator/messaging/stanza-queue.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { type BinaryNode, node } from "#simulator/transport/node.ts";
import type { Wire } from "#simulator/transport/wire.ts";
import type { KeyBundle, PublicPreKey, SignedPublicPreKey } from "./key-bundle.ts";

export interface CompanionKeys {
  readonly noiseKey: Uint8Array;
  readonly identity: Uint8Array;
  readonly registrationId: number;
  readonly signedPreKey: SignedPublicPreKey;
}

/** A linked device of a phone: the real client under test. The server stores its keys and its queue. */
export class Companion {
  readonly phone: Phone;
  /** Device number within the account, from 1. */
  readonly id: number;
  readonly platform: string;
  readonly noiseKey: Uint8Array;
  readonly identity: Uint8Array;
  readonly linkedAt: number;
  registrationId: number;
  signedPreKey: SignedPublicPreKey;
  readonly preKeys: PublicPreKey[] = [];
  readonly queue = new StanzaQueue();
  readonly enqueue = createSerialQueue();
  wire: Wire | null = null;
  /** True after the end of the login; before that, stanzas wait in the queue. */
  isLive = false;
  hasLoggedIn = false;
  /** The client was notified of few one-time keys; reset by its next upload. */
  wasToldKeysAreLow = false;

  constructor(phone: Phone, id: number, platform: string, keys: CompanionKeys, linkedAt: number) {
    this.phone = phone;
    this.id = id;
    this.platform = platform;
    this.noiseKey = keys.noiseKey;
    this.identity = keys.identity;
    this.registrationId = keys.registrationId;
    this.signedPreKey = keys.signedPreKey;
    this.linkedAt = linkedAt;
  }

  /** The name of this device in Signal sessions. */
  get address(): string {
    return `${this.phone.number}.${this.id}`;
  }

  /** Stores a stanza until it is acknowledged, and sends it now when the device is online. */
  deliver(stanza: BinaryNode): void {
    this.queue.add(stanza);
    if (this.isLive) this.wire?.send(stanza);
  }

  /** Sends a stanza of only momentary value (typing, acknowledgements); it is lost when the device is offline. */
  whisper(stanza: BinaryNode): void {
    if (this.isLive) this.wire?.send(stanza);
  }

  /** Ends the stream and makes the client reconnect (515). */
  restart(): void {
    this.wire?.send(node("stream:error", { code: 515 }));
    this.wire?.close();
  }

  /** Returns a key bundle for a peer; uses up a one-time key while there are any. */
  takeBundle(): KeyBundle {
    return {
      registrationId: this.registrationId,
      identity: this.identity,
      signedPreKey: this.signedPreKey,
      preKey: this.preKeys.shift(),
    };
  }
}

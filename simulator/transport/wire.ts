import { decodeBinaryNode, NOISE_WA_HEADER, type proto } from "@whiskeysockets/baileys";
import { encodeNode } from "whatsapp-rust-bridge";
import type { ServerIdentity } from "./certificate.ts";
import type { BinaryNode } from "./node.ts";
import { NoiseResponder, type NoiseTransport } from "./noise.ts";

const LENGTH_BYTES = 3;
const ROUTING_PREFIX_BYTES = 7;

/** Prepends the 3-byte big-endian length to a frame's payload. */
function frame(payload: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(LENGTH_BYTES + payload.length);
  bytes.writeUIntBE(payload.length, 0, LENGTH_BYTES);
  bytes.set(payload, LENGTH_BYTES);
  return bytes;
}

/** Splits the client's byte stream into frames, after its intro (`WA` header, optionally routing info). */
class FrameReader {
  #pending: Buffer = Buffer.alloc(0);
  #introduced = false;

  /** Returns the frames completed by these bytes; throws when the stream does not begin with the intro. */
  push(bytes: Uint8Array): Buffer[] {
    this.#pending = this.#pending.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.#pending, bytes]);
    if (!this.#introduced && !this.#readIntro()) return [];
    const frames: Buffer[] = [];
    while (this.#pending.length >= LENGTH_BYTES) {
      const end = LENGTH_BYTES + this.#pending.readUIntBE(0, LENGTH_BYTES);
      if (this.#pending.length < end) break;
      frames.push(this.#pending.subarray(LENGTH_BYTES, end));
      this.#pending = this.#pending.subarray(end);
    }
    return frames;
  }

  #readIntro(): boolean {
    let start = 0;
    if (this.#pending.subarray(0, 2).toString("latin1") === "ED") {
      if (this.#pending.length < ROUTING_PREFIX_BYTES) return false;
      start = ROUTING_PREFIX_BYTES + this.#pending.readUIntBE(4, 3);
    }
    const end = start + NOISE_WA_HEADER.length;
    if (this.#pending.length < end) return false;
    if (!this.#pending.subarray(start, end).equals(NOISE_WA_HEADER)) throw new Error("not a WhatsApp client");
    this.#pending = this.#pending.subarray(end);
    this.#introduced = true;
    return true;
  }
}

/** The transport of a wire: a websocket of the server. */
interface Carrier {
  send(bytes: Uint8Array): void;
  close(): void;
  /** Drops the connection without a closing handshake. */
  terminate(): void;
}

export interface WireEvents {
  /** The handshake is complete; the client identified itself or requests registration. */
  opened(wire: Wire, payload: proto.ClientPayload): void;
  received(wire: Wire, node: BinaryNode): void;
  closed(wire: Wire): void;
}

/** Decides about every stanza in transit, so that faults can be injected. Calls `pass` now, later or never. */
export interface WireGate {
  incoming(wire: Wire, node: BinaryNode, pass: () => void): void;
  /** `pass` gets the stanza to send, which a fault may have altered. */
  outgoing(wire: Wire, node: BinaryNode, pass: (node: BinaryNode) => void): void;
  /** True while the wire must swallow bytes without answering. */
  isSilent(wire: Wire): boolean;
}

let wires = 0;

/** One client's connection: handshake first, then encrypted stanzas both ways. */
export class Wire {
  readonly id = ++wires;
  noiseKey: Uint8Array = new Uint8Array(0);
  isClosed = false;
  readonly #carrier: Carrier;
  readonly #events: WireEvents;
  readonly #gate: WireGate;
  readonly #frames = new FrameReader();
  readonly #responder: NoiseResponder;
  #greeted = false;
  #transport: NoiseTransport | null = null;
  #decoding: Promise<void> = Promise.resolve();

  constructor(carrier: Carrier, identity: ServerIdentity, events: WireEvents, gate: WireGate) {
    this.#carrier = carrier;
    this.#responder = new NoiseResponder(identity);
    this.#events = events;
    this.#gate = gate;
  }

  /** Handles bytes from the client; disconnects a client that violates the protocol. */
  accept(bytes: Uint8Array): void {
    if (this.#gate.isSilent(this)) return;
    try {
      for (const payload of this.#frames.push(bytes)) this.#acceptFrame(payload);
    } catch {
      this.close();
    }
  }

  send(node: BinaryNode): void {
    this.#gate.outgoing(this, node, (passed) => this.sendEncoded([encodeNode(passed)]));
  }

  /** Sends stanzas that were encoded beforehand, in one write; faults do not see them. */
  sendEncoded(encoded: readonly Uint8Array[]): void {
    const transport = this.#transport;
    if (!transport || this.isClosed || this.#gate.isSilent(this)) return;
    const frames = encoded.map((bytes) => frame(transport.encrypt(bytes)));
    this.#carrier.send(frames.length === 1 && frames[0] ? frames[0] : Buffer.concat(frames));
  }

  close(): void {
    if (!this.isClosed) this.#carrier.close();
  }

  terminate(): void {
    if (!this.isClosed) this.#carrier.terminate();
  }

  /** The connection is closed; called once by the server. */
  ended(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.#events.closed(this);
  }

  #acceptFrame(payload: Buffer): void {
    if (this.#transport) {
      this.#decode(this.#transport.decrypt(payload));
    } else if (!this.#greeted) {
      this.#greeted = true;
      this.#carrier.send(frame(this.#responder.answerHello(payload)));
    } else {
      const { noiseKey, payload: clientPayload, transport } = this.#responder.finish(payload);
      this.noiseKey = noiseKey;
      this.#transport = transport;
      this.#events.opened(this, clientPayload);
    }
  }

  /** Decodes a stanza. Inflating may be asynchronous; the promise chain keeps stanzas in order. */
  #decode(plain: Buffer): void {
    this.#decoding = this.#decoding
      .then(() => decodeBinaryNode(plain))
      .then((node) => this.#gate.incoming(this, node, () => this.#events.received(this, node)))
      .catch(() => this.close());
  }
}

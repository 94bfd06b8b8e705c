import { NOISE_WA_HEADER } from "@whiskeysockets/baileys";

const LENGTH_BYTES = 3;
const ROUTING_PREFIX_BYTES = 7;

/** Prepends the 3-byte big-endian length to a frame's payload. */
export function frame(payload: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(LENGTH_BYTES + payload.length);
  bytes.writeUIntBE(payload.length, 0, LENGTH_BYTES);
  bytes.set(payload, LENGTH_BYTES);
  return bytes;
}

/** Splits the client's byte stream into frames, after its intro (`WA` header, optionally routing info). */
export class FrameReader {
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

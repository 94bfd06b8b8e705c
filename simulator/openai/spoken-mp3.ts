import { Mp3Encoder } from "@breezystack/lamejs";

const RATE = 24_000;
let made: Uint8Array<ArrayBuffer> | undefined;

/** One second of humming: a recording like those of speech services. */
export function spokenMp3(): Uint8Array<ArrayBuffer> {
  made ??= hum();
  return made;
}

function hum(): Uint8Array<ArrayBuffer> {
  const samples = Int16Array.from(
    { length: RATE },
    (_, at) => 6000 * Math.sin((at * 2 * Math.PI * 180) / RATE),
  );
  const encoder = new Mp3Encoder(1, RATE, 48);
  return new Uint8Array(
    Buffer.concat(
      [encoder.encodeBuffer(samples), encoder.flush()].map((part) =>
        Buffer.from(part.buffer, part.byteOffset, part.length),
      ),
    ),
  );
}

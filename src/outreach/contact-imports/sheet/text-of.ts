/** The text of a file of unknown encoding; null when it is no text. */
export function textOf(file: Uint8Array): string | null {
  if (startsWith(file, [0xef, 0xbb, 0xbf])) return new TextDecoder("utf-8").decode(file);
  if (startsWith(file, [0xff, 0xfe])) return new TextDecoder("utf-16le").decode(file);
  if (startsWith(file, [0xfe, 0xff])) return new TextDecoder("utf-16be").decode(file);
  const sample = file.subarray(0, 4096);
  if (sample.includes(0)) {
    // UTF-16 without its mark: every other byte of our letters is zero.
    const odd = share(sample, 1);
    const even = share(sample, 0);
    if (odd > 0.3 && even < 0.05) return new TextDecoder("utf-16le").decode(file);
    if (even > 0.3 && odd < 0.05) return new TextDecoder("utf-16be").decode(file);
    return null;
  }
  if (file.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(file);
  } catch {
    return new TextDecoder("windows-1252").decode(file);
  }
}

const startsWith = (file: Uint8Array, bytes: readonly number[]): boolean =>
  bytes.every((byte, index) => file[index] === byte);

/** How many of the bytes at even (0) or odd (1) places are zero, 0 to 1. */
function share(sample: Uint8Array, from: 0 | 1): number {
  let zeros = 0;
  for (let index = from; index < sample.length; index += 2) if (sample[index] === 0) zeros += 1;
  return zeros / Math.max(1, Math.floor(sample.length / 2));
}

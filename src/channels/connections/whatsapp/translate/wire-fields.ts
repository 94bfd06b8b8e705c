/** Reads a varint; returns it and the position after it. */
function varint(bytes: Uint8Array, from: number): [value: number, next: number] {
  let value = 0;
  let factor = 1;
  for (let at = from; at < bytes.length; at++, factor *= 128) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * factor;
    if (byte < 0x80) return [value, at + 1];
  }
  throw new Error("a number is cut off");
}

/**
 * The numbers of all fields on the outer level of an encoded protobuf message, including unknown fields, which a decoder
 * drops. Throws for bytes that are not a message.
 */
export function fieldNumbers(bytes: Uint8Array): Set<number> {
  const numbers = new Set<number>();
  for (let at = 0; at < bytes.length; ) {
    const [tag, next] = varint(bytes, at);
    numbers.add(Math.floor(tag / 8));
    const type = tag % 8;
    if (type === 0) at = varint(bytes, next)[1];
    else if (type === 1) at = next + 8;
    else if (type === 5) at = next + 4;
    else if (type === 2) {
      const [length, start] = varint(bytes, next);
      at = start + length;
    } else throw new Error(`unknown wire type ${type}`);
  }
  return numbers;
}

import { SessionDamaged } from "./seal.ts";

// Values of these types contain no bytes and are used for every message; plain JSON is four times as fast.
const PLAIN_TYPES = new Set(["session", "lid-mapping", "device-list", "sender-key-memory"]);

function withBytes(this: Record<string, unknown>, key: string, value: unknown): unknown {
  // `value` is the result of Buffer.toJSON; `this` still has the bytes.
  const raw = this[key];
  return raw instanceof Uint8Array ? { type: "Buffer", data: Buffer.from(raw).toString("base64") } : value;
}

function revived(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("type" in value) || !("data" in value)) return value;
  return value.type === "Buffer" && typeof value.data === "string"
    ? Buffer.from(value.data, "base64")
    : value;
}

/** Encodes a value of Baileys' stores: JSON that may contain byte arrays. */
export function encodeValue(type: string, value: unknown): Buffer {
  const text = PLAIN_TYPES.has(type) ? JSON.stringify(value) : JSON.stringify(value, withBytes);
  return Buffer.from(text, "utf8");
}

/** Undoes `encodeValue`; throws SessionDamaged when the text is not JSON. */
export function decodeValue(type: string, bytes: Buffer): unknown {
  try {
    const text = bytes.toString("utf8");
    return PLAIN_TYPES.has(type) ? JSON.parse(text) : JSON.parse(text, revived);
  } catch {
    throw new SessionDamaged(`a stored ${type} is no JSON`);
  }
}

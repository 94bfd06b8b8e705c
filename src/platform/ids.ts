import { createHash, randomBytes } from "node:crypto";

/** A random version 4 uuid. */
export const newUuid = (): string => crypto.randomUUID();

/** `bytes` random bytes as URL-safe text. */
export const randomCode = (bytes = 32): string => randomBytes(bytes).toString("base64url");

/** SHA-256 in hex: how tokens and codes are stored. */
export const sha256 = (text: string | Uint8Array): string => createHash("sha256").update(text).digest("hex");

import { createHmac, hkdfSync } from "node:crypto";
import { DIRECTORY_KINDS, type DirectoryKey, type DirectoryKind } from "#platform/cells.ts";

/** Bytes of a name: two values never share one, and the servers hold all names in memory. */
const NAME_BYTES = 16;

/** Names of entries in the directory: an HMAC, so that operators of the servers cannot read or guess the values. */
export interface DirectoryNames {
  current(key: DirectoryKey): string;
  /** Names under former installation keys, until the nightly comparison has written the entries again. */
  older(key: DirectoryKey): readonly string[];
}

/** `secret`: the installation key; `older`: former ones after a rotation. */
export function createDirectoryNames(secret: string, older: readonly string[] = []): DirectoryNames {
  const nameUnder = (key: Buffer, { kind, value }: DirectoryKey) =>
    `${kind}.${createHmac("sha256", key).update(`${kind} ${value}`).digest().toString("hex", 0, NAME_BYTES)}`;
  const currentKey = keyOf(secret);
  const olderKeys = older.map(keyOf);
  return {
    current: (key) => nameUnder(currentKey, key),
    older: (key) => olderKeys.map((former) => nameUnder(former, key)),
  };
}

const keyOf = (secret: string) => Buffer.from(hkdfSync("sha256", secret, "balcao cells", "directory", 32));

/** Null for a key of the bucket that is no entry of a value. */
export const kindOf = (name: string): DirectoryKind | null =>
  DIRECTORY_KINDS.find((kind) => name.startsWith(`${kind}.`)) ?? null;

import { createHmac, createPrivateKey, timingSafeEqual, X509Certificate } from "node:crypto";
import { decrypt, derive, type Password, PURPOSE, passwordsOf, readIterations } from "./decrypt.ts";
import {
  bytesOf,
  childAt,
  childrenOf,
  DerError,
  derOf,
  type Node,
  numberOf,
  oidOf,
  readNode,
  TAG,
} from "./der.ts";

/** A file that cannot be opened; `password`: the MAC does not match this password. */
export class Pkcs12Error extends Error {
  override readonly name = "Pkcs12Error";
  readonly reason: "password" | "unreadable";

  constructor(reason: "password" | "unreadable") {
    super(reason);
    this.reason = reason;
  }
}

const VERSION = 3;
const DATA = "1.2.840.113549.1.7.1";
const ENCRYPTED_DATA = "1.2.840.113549.1.7.6";
const KEY_BAG = "1.2.840.113549.1.12.10.1.1";
const SHROUDED_KEY_BAG = "1.2.840.113549.1.12.10.1.2";
const CERTIFICATE_BAG = "1.2.840.113549.1.12.10.1.3";
const X509 = "1.2.840.113549.1.9.22.1";
const HASHES: Readonly<Record<string, string>> = {
  "1.3.14.3.2.26": "sha1",
  "2.16.840.1.101.3.4.2.1": "sha256",
  "2.16.840.1.101.3.4.2.2": "sha384",
  "2.16.840.1.101.3.4.2.3": "sha512",
};

/**
 * Key and certificates of a `.p12` or `.pfx` file (RFC 7292) as one PEM text: the certificate of the key, its chain, the key
 * without a password. Reads what OpenSSL, Windows and Java write: RC2, 3DES or AES, with a MAC of SHA-1 or SHA-2.
 * Throws Pkcs12Error.
 */
export function pemOfPkcs12(file: Buffer, password: string): string {
  try {
    const pfx = readNode(file);
    const safes = childAt(pfx, 1, TAG.sequence);
    if (numberOf(childAt(pfx, 0, TAG.integer)) !== VERSION || oidOf(childAt(safes, 0, TAG.oid)) !== DATA)
      throw new DerError("signed by a certificate, or of another version");
    const content = bytesOf(childAt(safes, 1, TAG.explicit0));
    const matching = passwordsOf(password).find((candidate) => verifyMac(pfx, content, candidate));
    if (!matching) throw new Pkcs12Error("password");
    return pemOf(openSafes(readNode(content), matching));
  } catch (error) {
    throw error instanceof Pkcs12Error ? error : new Pkcs12Error("unreadable");
  }
}

/** True when the MAC of the file was computed with this password. Throws DerError for a file without a MAC. */
function verifyMac(pfx: Node, content: Buffer, { bytes: password }: Password): boolean {
  const mac = childAt(pfx, 2, TAG.sequence);
  const digestInfo = childAt(mac, 0, TAG.sequence);
  const hash = HASHES[oidOf(childAt(childAt(digestInfo, 0, TAG.sequence), 0, TAG.oid))];
  if (hash === undefined) throw new DerError("an unknown MAC");
  const expected = bytesOf(childAt(digestInfo, 1, TAG.bytes));
  const count = childrenOf(mac)[2];
  const from = {
    hash,
    password,
    salt: bytesOf(childAt(mac, 1, TAG.bytes)),
    iterations: count ? readIterations(count) : 1,
  };
  const computed = createHmac(hash, derive(from, PURPOSE.mac, expected.length))
    .update(content)
    .digest();
  return computed.length === expected.length && timingSafeEqual(computed, expected);
}

interface Found {
  readonly keys: Buffer[];
  readonly certificates: Buffer[];
}

function openSafes(safes: Node, password: Password): Found {
  const found: Found = { keys: [], certificates: [] };
  for (const safe of childrenOf(safes)) {
    const kind = oidOf(childAt(safe, 0, TAG.oid));
    const inside = childAt(safe, 1, TAG.explicit0);
    if (kind === DATA) readBags(bytesOf(inside), password, found);
    else if (kind === ENCRYPTED_DATA) readBags(openEncrypted(inside, password), password, found);
    else throw new DerError(`content ${kind}`);
  }
  return found;
}

function openEncrypted(inside: Node, password: Password): Buffer {
  const info = childAt(childAt(inside, 0, TAG.sequence), 1, TAG.sequence);
  const encrypted = childrenOf(info)[2];
  if (!encrypted) throw new DerError();
  return decrypt(childAt(info, 1, TAG.sequence), bytesOf(encrypted), password);
}

function readBags(bytes: Buffer, password: Password, { keys, certificates }: Found): void {
  for (const bag of childrenOf(readNode(bytes))) {
    const kind = oidOf(childAt(bag, 0, TAG.oid));
    const value = childAt(childAt(bag, 1, TAG.explicit0), 0, TAG.sequence);
    if (kind === KEY_BAG) keys.push(derOf(value));
    if (kind === SHROUDED_KEY_BAG)
      keys.push(decrypt(childAt(value, 0, TAG.sequence), bytesOf(childAt(value, 1, TAG.bytes)), password));
    if (kind === CERTIFICATE_BAG && oidOf(childAt(value, 0, TAG.oid)) === X509)
      certificates.push(bytesOf(childAt(value, 1, TAG.explicit0)));
  }
}

function pemOf({ keys, certificates }: Found): string {
  const [der] = keys;
  if (der === undefined || keys.length > 1) throw new DerError("not exactly one key");
  const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const chain = certificates.map((bytes) => new X509Certificate(bytes));
  const own = chain.find((certificate) => certificate.checkPrivateKey(key));
  if (!own) throw new DerError("no certificate for this key");
  const above = chain.filter((certificate) => certificate !== own);
  const texts = [own, ...above].map((certificate) => certificate.toString().trim());
  return `${[...texts, String(key.export({ format: "pem", type: "pkcs8" })).trim()].join("\n")}\n`;
}

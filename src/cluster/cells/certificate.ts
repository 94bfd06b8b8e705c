import { type KeyObject, sign } from "node:crypto";

/**
 * X.509 certificates with keys of the curve P-256 (RFC 5280), in the few forms that nodes need. TLS itself reads and checks
 * them; nothing here parses one.
 */

export interface CertificateRequest {
  readonly subject: string;
  readonly issuer: string;
  /** Positive, at most 20 bytes. */
  readonly serial: Uint8Array;
  readonly publicKey: KeyObject;
  readonly issuerPublicKey: KeyObject;
  readonly issuerPrivateKey: KeyObject;
  readonly from: Date;
  readonly to: Date;
  /** `authority`: signs certificates of nodes. `node`: both ends of a connection, under this DNS name. */
  readonly use: { readonly kind: "authority" } | { readonly kind: "node"; readonly dnsName: string };
}

/** The certificate as PEM. */
export function issueCertificate(request: CertificateRequest): string {
  const { subject, issuer, serial, publicKey, from, to, issuerPrivateKey } = request;
  const toBeSigned = sequence(
    explicit(0, integer(Uint8Array.of(2))), // Version 3.
    integer(serial),
    sequence(oid(ECDSA_WITH_SHA256)),
    name(issuer),
    sequence(time(from), time(to)),
    name(subject),
    publicKey.export({ type: "spki", format: "der" }),
    explicit(3, sequence(...extensionsOf(request))),
  );
  const signature = sign("sha256", toBeSigned, { key: issuerPrivateKey, dsaEncoding: "der" });
  const certificate = sequence(toBeSigned, sequence(oid(ECDSA_WITH_SHA256)), bits(signature));
  const lines = certificate.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}

const ECDSA_WITH_SHA256 = [1, 2, 840, 10045, 4, 3, 2];
const COMMON_NAME = [2, 5, 4, 3];
const AUTHORITY_KEY = [2, 5, 29, 35];
const SUBJECT_KEY = [2, 5, 29, 14];
const BASIC_CONSTRAINTS = [2, 5, 29, 19];
const KEY_USAGE = [2, 5, 29, 15];
const EXTENDED_KEY_USAGE = [2, 5, 29, 37];
const SUBJECT_ALTERNATIVE_NAME = [2, 5, 29, 17];
const SERVER_AUTH = [1, 3, 6, 1, 5, 5, 7, 3, 1];
const CLIENT_AUTH = [1, 3, 6, 1, 5, 5, 7, 3, 2];
/** Bits of the key usage: `digitalSignature`, and `keyCertSign`. */
const DIGITAL_SIGNATURE = Uint8Array.of(7, 0x80);
const SIGN_CERTIFICATES = Uint8Array.of(2, 0x04);

function extensionsOf({ publicKey, issuerPublicKey, use }: CertificateRequest): Buffer[] {
  const both = [
    extension(SUBJECT_KEY, tagged(0x04, keyId(publicKey))),
    extension(AUTHORITY_KEY, sequence(tagged(0x80, keyId(issuerPublicKey)))),
  ];
  if (use.kind === "authority")
    return [
      ...both,
      // An authority, whose certificates are those of nodes and never of further authorities.
      critical(BASIC_CONSTRAINTS, sequence(tagged(0x01, Uint8Array.of(0xff)), integer(Uint8Array.of(0)))),
      critical(KEY_USAGE, tagged(0x03, SIGN_CERTIFICATES)),
    ];
  return [
    ...both,
    critical(BASIC_CONSTRAINTS, sequence()),
    critical(KEY_USAGE, tagged(0x03, DIGITAL_SIGNATURE)),
    extension(EXTENDED_KEY_USAGE, sequence(oid(SERVER_AUTH), oid(CLIENT_AUTH))),
    extension(SUBJECT_ALTERNATIVE_NAME, sequence(tagged(0x82, Buffer.from(use.dnsName)))),
  ];
}

/** Identifies a public key inside certificates (RFC 7093, method 1). */
const keyId = (key: KeyObject): Uint8Array =>
  new Bun.CryptoHasher("sha256")
    .update(key.export({ type: "spki", format: "der" }))
    .digest()
    .subarray(0, 20);

const extension = (id: readonly number[], value: Buffer) => sequence(oid(id), tagged(0x04, value));
const critical = (id: readonly number[], value: Buffer) =>
  sequence(oid(id), tagged(0x01, Uint8Array.of(0xff)), tagged(0x04, value));
const name = (commonName: string) =>
  sequence(tagged(0x31, sequence(oid(COMMON_NAME), tagged(0x0c, Buffer.from(commonName)))));

// The distinguished encoding rules of ASN.1 (ITU-T X.690).

function tagged(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Uint8Array.of(tag, length), content]);
  const digits = Buffer.from(length.toString(16).padStart(length > 0xff ? 4 : 2, "0"), "hex");
  return Buffer.concat([Uint8Array.of(tag, 0x80 | digits.length), digits, content]);
}
const sequence = (...parts: readonly Uint8Array[]) => tagged(0x30, ...parts);
const explicit = (number: number, content: Uint8Array) => tagged(0xa0 | number, content);
const bits = (bytes: Uint8Array) => tagged(0x03, Uint8Array.of(0), bytes);
/** A positive number: one whose first bit is set gets a zero byte in front. */
function integer(bytes: Uint8Array): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  const shortest = first < 0 ? Uint8Array.of(0) : bytes.subarray(first);
  return tagged(0x02, (shortest[0] ?? 0) & 0x80 ? Uint8Array.of(0) : Uint8Array.of(), shortest);
}
function oid([first = 0, second = 0, ...rest]: readonly number[]): Buffer {
  const bytes = [40 * first + second];
  for (const part of rest) {
    const digits = [part & 0x7f];
    for (let left = part >>> 7; left > 0; left >>>= 7) digits.unshift(0x80 | (left & 0x7f));
    bytes.push(...digits);
  }
  return tagged(0x06, Uint8Array.from(bytes));
}
/** Years before 2050 have two digits. */
function time(date: Date): Buffer {
  const digits = `${date.toISOString().slice(0, 19).replaceAll(/[-:T]/g, "")}Z`;
  return date.getUTCFullYear() < 2050
    ? tagged(0x17, Buffer.from(digits.slice(2)))
    : tagged(0x18, Buffer.from(digits));
}

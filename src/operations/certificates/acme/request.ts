import { createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";

/** DER, as far as a request for a certificate needs it. */
const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const OID = 0x06;
const ATTRIBUTES = 0xa0;
const DNS_NAME = 0x82;

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), body]);
  const digits = Buffer.from(length.toString(16).padStart(length > 0xff ? 4 : 2, "0"), "hex");
  return Buffer.concat([Buffer.from([tag, 0x80 | digits.length]), digits, body]);
}

const oid = (hex: string) => der(OID, Buffer.from(hex, "hex"));
/** 1.2.840.113549.1.9.14: extensions that are asked for. */
const EXTENSIONS = oid("2a864886f70d01090e");
/** 2.5.29.17: the names a certificate is for. */
const ALTERNATIVE_NAMES = oid("551d11");
/** 1.2.840.10045.4.3.2. */
const ECDSA_SHA256 = oid("2a8648ce3d040302");

/** A PKCS#10 request for a certificate of these names, signed with a P-256 key (PEM); the names stand in it alone (RFC 8555, 7.4). */
export function certificateRequest(names: readonly string[], keyPem: string): Uint8Array {
  const key: KeyObject = createPrivateKey(keyPem);
  const publicKey = createPublicKey(key).export({ type: "spki", format: "der" });
  const wanted = der(SEQUENCE, ...names.map((name) => der(DNS_NAME, Buffer.from(name, "ascii"))));
  const extension = der(SEQUENCE, ALTERNATIVE_NAMES, der(OCTET_STRING, wanted));
  const attribute = der(SEQUENCE, EXTENSIONS, der(SET, der(SEQUENCE, extension)));
  const nobody = der(SEQUENCE);
  const info = der(SEQUENCE, der(INTEGER, Buffer.from([0])), nobody, publicKey, der(ATTRIBUTES, attribute));
  const signature = sign("sha256", info, key);
  return der(
    SEQUENCE,
    info,
    der(SEQUENCE, ECDSA_SHA256),
    der(BIT_STRING, Buffer.concat([Buffer.from([0]), signature])),
  );
}

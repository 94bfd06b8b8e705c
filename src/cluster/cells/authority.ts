import {
  createECDH,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import { issueCertificate } from "./certificate.ts";

/** Certificates of the connections between nodes (docs/rules/cells.md#links). */

/** The name in the certificate of every node: who has one of this authority knows `APP_SECRET` and is a node. */
export const NODE_NAME = "node.balcao.internal";

/** Order of the group of P-256: private keys are below it. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
/** Longer than the order, so that its remainder is as good as random. */
const MATERIAL_BYTES = 48;
const KEY_BYTES = 32;
const CURVE = "prime256v1";
/**
 * Certificates are valid for all times: clocks of nodes may be wrong, and a key never leaves the memory of its process. Another
 * `APP_SECRET` ends the validity of all of them.
 */
const FROM = new Date("2000-01-01T00:00:00Z");
const TO = new Date("2200-01-01T00:00:00Z");

/** How a node identifies itself, and whom it accepts. All PEM. */
export interface NodeCertificate {
  readonly cert: string;
  readonly key: string;
  /** The authorities of the current and the former installation keys. */
  readonly ca: readonly string[];
}

/** Issues the certificate of this process. `secret`: the installation key; `older`: former ones after a rotation. */
export function createNodeCertificate(secret: string, older: readonly string[] = []): NodeCertificate {
  const authority = authorityOf(secret);
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: CURVE });
  const serial = randomBytes(16);
  const cert = issueCertificate({
    subject: NODE_NAME,
    issuer: authority.name,
    serial,
    publicKey,
    issuerPublicKey: authority.publicKey,
    issuerPrivateKey: authority.privateKey,
    from: FROM,
    to: TO,
    use: { kind: "node", dnsName: NODE_NAME },
  });
  return {
    cert,
    key: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
    ca: [authority, ...older.map(authorityOf)].map(certificateOf),
  };
}

interface Authority {
  readonly name: string;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

/** Every node derives the same authority, so nobody has to distribute certificates. */
function authorityOf(secret: string): Authority {
  const material = Buffer.from(
    hkdfSync("sha256", secret, "balcao cells", "certificate authority", MATERIAL_BYTES),
  );
  const scalar = (BigInt(`0x${material.toString("hex")}`) % (ORDER - 1n)) + 1n;
  const d = Buffer.from(scalar.toString(16).padStart(2 * KEY_BYTES, "0"), "hex");
  const curve = createECDH(CURVE);
  curve.setPrivateKey(d);
  const point = curve.getPublicKey();
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 1 + KEY_BYTES).toString("base64url"),
    y: point.subarray(1 + KEY_BYTES).toString("base64url"),
  };
  // The name differs between authorities, because TLS looks for the issuer by its name.
  const digest = new Bun.CryptoHasher("sha256").update(point).digest("hex");
  return {
    name: `Balcao nodes ${digest.slice(0, 16)}`,
    publicKey: createPublicKey({ key: jwk, format: "jwk" }),
    privateKey: createPrivateKey({ key: { ...jwk, d: d.toString("base64url") }, format: "jwk" }),
  };
}

const certificateOf = ({ name, publicKey, privateKey }: Authority): string =>
  issueCertificate({
    subject: name,
    issuer: name,
    serial: Uint8Array.of(1),
    publicKey,
    issuerPublicKey: publicKey,
    issuerPrivateKey: privateKey,
    from: FROM,
    to: TO,
    use: { kind: "authority" },
  });

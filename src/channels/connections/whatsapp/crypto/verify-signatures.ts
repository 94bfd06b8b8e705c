import { Curve, proto, WA_CERT_DETAILS } from "@whiskeysockets/baileys";
import { signatureHolds } from "./curve.ts";

const { Details } = proto.CertChain.NoiseCertificate;

/**
 * Makes Baileys use the results of two signature checks that it ignores: of the server's Noise certificate, and of the
 * account signature of a newly linked device. `rootKey` (hex) replaces Meta's root, for simulated networks only.
 */
export function verifySignatures(rootKey: string | null): void {
  bindCertificateToKey();
  if (rootKey === null) return;
  const root = Buffer.from(rootKey, "hex");
  if (root.length !== 32) throw new Error("WHATSAPP_ROOT_KEY must be 64 hex digits");
  root.copy(WA_CERT_DETAILS.PUBLIC_KEY);
}

/**
 * Rejects a server whose certificate contains another key than the server uses. Baileys does not compare the two, so
 * an attacker could send a copy of a genuine certificate. The two functions of Baileys' `Curve` that its handshake
 * calls are replaced, to keep the key and the certificate of the call before. The handshake calls them synchronously
 * in this order, so no other session's call comes in between: `sharedKey` with the server's key, `verify` of the leaf
 * certificate, `verify` of the intermediate certificate with the root key.
 */
function bindCertificateToKey(): void {
  const { sharedKey } = Curve;
  let serverKey: Uint8Array = new Uint8Array();
  let leaf: Uint8Array = new Uint8Array();
  Curve.sharedKey = (privateKey, publicKey) => {
    serverKey = publicKey;
    return sharedKey(privateKey, publicKey);
  };
  Curve.verify = (publicKey, message, signature) => {
    const holds = signatureHolds(publicKey, message, signature);
    if (publicKey !== WA_CERT_DETAILS.PUBLIC_KEY) leaf = message;
    else if (holds && !Buffer.from(Details.decode(leaf).key ?? []).equals(serverKey)) {
      throw new Error("the server's certificate was made for another key");
    }
    return holds;
  };
}

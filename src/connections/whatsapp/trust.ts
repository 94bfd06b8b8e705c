import { Curve, WA_CERT_DETAILS } from "@whiskeysockets/baileys";
import { signatureHolds } from "./curve.ts";

/**
 * Makes Baileys look at the outcome of signature checks, which it ignores as shipped: the server's Noise
 * certificate and the account signature of a new link. `rootKey` (hex) replaces Meta's root and is only for
 * simulated networks.
 */
export function enforceSignatures(rootKey: string | null): void {
  Curve.verify = (publicKey, message, signature) => signatureHolds(publicKey, message, signature);
  if (rootKey === null) return;
  const root = Buffer.from(rootKey, "hex");
  if (root.length !== 32) throw new Error("WHATSAPP_ROOT_KEY must be 64 hex digits");
  root.copy(WA_CERT_DETAILS.PUBLIC_KEY);
}

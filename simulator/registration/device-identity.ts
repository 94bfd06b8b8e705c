import { createHmac } from "node:crypto";
import { proto, WA_ADV_ACCOUNT_SIG_PREFIX, WA_ADV_DEVICE_SIG_PREFIX } from "@whiskeysockets/baileys";
import { sign, verify } from "#simulator/crypto/curve.ts";
import type { Phone } from "#simulator/phones/phone.ts";

export interface IssuedIdentity {
  /** ADVSignedDeviceIdentityHMAC, as `<device-identity>` of pair-success carries it. */
  readonly envelope: Uint8Array;
  readonly details: Uint8Array;
}

/** Signs the companion's identity key with the phone's key and authenticates it with the secret of the QR code. */
export function issueDeviceIdentity(
  phone: Phone,
  keyIndex: number,
  companionIdentity: Uint8Array,
  advSecret: Uint8Array,
): IssuedIdentity {
  const details = proto.ADVDeviceIdentity.encode({
    rawId: phone.handset.registrationId,
    timestamp: Math.floor(phone.network.clock.now() / 1000),
    keyIndex,
    accountType: proto.ADVEncryptionType.E2EE,
    deviceType: proto.ADVEncryptionType.E2EE,
  }).finish();
  const signed = Buffer.concat([WA_ADV_ACCOUNT_SIG_PREFIX, details, companionIdentity]);
  const account = proto.ADVSignedDeviceIdentity.encode({
    details,
    accountSignatureKey: phone.handset.identityKey,
    accountSignature: sign(phone.handset.identity.privKey, signed),
  }).finish();
  const hmac = createHmac("sha256", advSecret).update(account).digest();
  const envelope = proto.ADVSignedDeviceIdentityHMAC.encode({ details: account, hmac }).finish();
  return { envelope, details };
}

/** Checks the companion's counter-signature over its identity. */
export function isCounterSigned(
  phone: Phone,
  details: Uint8Array,
  companionIdentity: Uint8Array,
  answer: Uint8Array | undefined,
): boolean {
  if (!answer) return false;
  const { deviceSignature } = proto.ADVSignedDeviceIdentity.decode(answer);
  const signed = Buffer.concat([
    WA_ADV_DEVICE_SIG_PREFIX,
    details,
    companionIdentity,
    phone.handset.identityKey,
  ]);
  return verify(companionIdentity, signed, deviceSignature ?? new Uint8Array(0));
}

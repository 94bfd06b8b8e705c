import { proto } from "@whiskeysockets/baileys";
import { generateKeyPair, type KeyPair, sign } from "#simulator/crypto/curve.ts";

/** The server's keys: the Noise static pair and its certificate chain. */
export interface ServerIdentity {
  readonly root: KeyPair;
  readonly noise: KeyPair;
  /** Encoded CertChain, sent inside the handshake. */
  readonly chain: Uint8Array;
}

const { Details } = proto.CertChain.NoiseCertificate;
const ROOT_SERIAL = 0;
const INTERMEDIATE_SERIAL = 1;

/** Makes a server identity: root signs the intermediate (issuer serial 0), the intermediate signs the leaf. */
export function makeServerIdentity(root: KeyPair = generateKeyPair()): ServerIdentity {
  const noise = generateKeyPair();
  const intermediate = generateKeyPair();
  const intermediateDetails = Details.encode({
    serial: INTERMEDIATE_SERIAL,
    issuerSerial: ROOT_SERIAL,
    key: intermediate.public,
  }).finish();
  const leafDetails = Details.encode({
    serial: 2,
    issuerSerial: INTERMEDIATE_SERIAL,
    key: noise.public,
  }).finish();
  const chain = proto.CertChain.encode({
    intermediate: { details: intermediateDetails, signature: sign(root.private, intermediateDetails) },
    leaf: { details: leafDetails, signature: sign(intermediate.private, leafDetails) },
  }).finish();
  return { root, noise, chain };
}

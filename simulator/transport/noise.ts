import { createCipheriv, createDecipheriv, createHash } from "node:crypto";
import { hkdf, NOISE_MODE, NOISE_WA_HEADER, proto } from "@whiskeysockets/baileys";
import { generateKeyPair, sharedSecret } from "#simulator/crypto/curve.ts";
import type { ServerIdentity } from "./certificate.ts";

const TAG_BYTES = 16;
const NO_BYTES = new Uint8Array(0);

function iv(counter: number): Uint8Array {
  const bytes = new Uint8Array(12);
  new DataView(bytes.buffer).setUint32(8, counter);
  return bytes;
}

function seal(key: Uint8Array, counter: number, aad: Uint8Array, plain: Uint8Array): Buffer {
  const cipher = createCipheriv("aes-256-gcm", key, iv(counter));
  cipher.setAAD(aad);
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function open(key: Uint8Array, counter: number, aad: Uint8Array, sealed: Uint8Array): Buffer {
  const decipher = createDecipheriv("aes-256-gcm", key, iv(counter));
  decipher.setAAD(aad);
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - TAG_BYTES)), decipher.final()]);
}

function expand(salt: Uint8Array, secret: Uint8Array): [Uint8Array, Uint8Array] {
  const okm = hkdf(secret, 64, { salt, info: "" });
  return [okm.slice(0, 32), okm.slice(32)];
}

/** Both directions of an established Noise session; each frame advances its counter. */
export class NoiseTransport {
  readonly #writeKey: Uint8Array;
  readonly #readKey: Uint8Array;
  #written = 0;
  #read = 0;

  constructor(writeKey: Uint8Array, readKey: Uint8Array) {
    this.#writeKey = writeKey;
    this.#readKey = readKey;
  }

  encrypt(plain: Uint8Array): Buffer {
    return seal(this.#writeKey, this.#written++, NO_BYTES, plain);
  }

  decrypt(sealed: Uint8Array): Buffer {
    return open(this.#readKey, this.#read++, NO_BYTES, sealed);
  }
}

/** The server side of Noise_XX_25519_AESGCM_SHA256, as WhatsApp clients use it. */
export class NoiseResponder {
  readonly #identity: ServerIdentity;
  readonly #ephemeral = generateKeyPair();
  #hash: Uint8Array;
  #salt: Uint8Array;
  #key: Uint8Array;
  #counter = 0;

  constructor(identity: ServerIdentity) {
    this.#identity = identity;
    this.#hash = Buffer.from(NOISE_MODE);
    this.#salt = this.#hash;
    this.#key = this.#hash;
    this.#mixHash(NOISE_WA_HEADER);
  }

  /** Answers the client's hello with our ephemeral key, static key and certificate chain. */
  answerHello(frame: Uint8Array): Uint8Array {
    const clientEphemeral = proto.HandshakeMessage.decode(frame).clientHello?.ephemeral;
    if (!clientEphemeral) throw new Error("handshake without client hello");
    this.#mixHash(clientEphemeral);
    this.#mixHash(this.#ephemeral.public);
    this.#mixKey(sharedSecret(this.#ephemeral.private, clientEphemeral));
    const sealedStatic = this.#encrypt(this.#identity.noise.public);
    this.#mixKey(sharedSecret(this.#identity.noise.private, clientEphemeral));
    const sealedChain = this.#encrypt(this.#identity.chain);
    return proto.HandshakeMessage.encode({
      serverHello: { ephemeral: this.#ephemeral.public, static: sealedStatic, payload: sealedChain },
    }).finish();
  }

  /** Reads the client's finish message: its static key, its payload, and the resulting transport. */
  finish(frame: Uint8Array): {
    noiseKey: Uint8Array;
    payload: proto.ClientPayload;
    transport: NoiseTransport;
  } {
    const finish = proto.HandshakeMessage.decode(frame).clientFinish;
    if (!finish?.static || !finish.payload) throw new Error("handshake without client finish");
    const noiseKey = this.#decrypt(finish.static);
    this.#mixKey(sharedSecret(this.#ephemeral.private, noiseKey));
    const payload = proto.ClientPayload.decode(this.#decrypt(finish.payload));
    const [clientToServer, serverToClient] = expand(this.#salt, NO_BYTES);
    return { noiseKey, payload, transport: new NoiseTransport(serverToClient, clientToServer) };
  }

  #mixHash(data: Uint8Array): void {
    this.#hash = createHash("sha256").update(this.#hash).update(data).digest();
  }

  #mixKey(secret: Uint8Array): void {
    [this.#salt, this.#key] = expand(this.#salt, secret);
    this.#counter = 0;
  }

  #encrypt(plain: Uint8Array): Uint8Array {
    const sealed = seal(this.#key, this.#counter++, this.#hash, plain);
    this.#mixHash(sealed);
    return sealed;
  }

  #decrypt(sealed: Uint8Array): Uint8Array {
    const plain = open(this.#key, this.#counter++, this.#hash, sealed);
    this.#mixHash(sealed);
    return plain;
  }
}

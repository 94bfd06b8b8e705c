import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
} from "node:crypto";

/** Maximum lifetime of a signature (RFC 8292), s. */
const LONGEST_S = 86_400;

/** Why a VAPID signature is rejected (RFC 8292); null = valid. */
function vapidRefusal(
  authorization: string | null,
  wanted: { readonly audience: string; readonly key: string },
): string | null {
  const [, token = "", key = ""] = /^vapid t=([^,\s]+),\s*k=(\S+)$/.exec(authorization ?? "") ?? [];
  const [head = "", body = "", signature = ""] = token.split(".");
  if (key !== wanted.key) return "not the key this device subscribed with";
  const point = Buffer.from(key, "base64url");
  const coordinate = (from: number) => point.subarray(from, from + 32).toString("base64url");
  const jwk = { kty: "EC", crv: "P-256", x: coordinate(1), y: coordinate(33) };
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${body}`),
    { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isSigned) return "a wrong signature";
  const claims = JSON.parse(Buffer.from(body, "base64url").toString()) as Record<string, unknown>;
  const left = Number(claims["exp"]) - Date.now() / 1000;
  if (!(left > 0 && left <= LONGEST_S)) return "a signature that has run out, or lives too long";
  if (claims["aud"] !== wanted.audience) return "signed for another push service";
  return /^(?:mailto:|https:)/.test(String(claims["sub"])) ? null : "nobody to write to";
}

interface BrowserKeys {
  readonly publicKey: Buffer;
  /** Derives the shared secret from the other side's public key. */
  readonly shared: (other: Uint8Array) => Buffer;
}

function newBrowserKeys(): BrowserKeys {
  const ecdh = createECDH("prime256v1");
  const publicKey = ecdh.generateKeys();
  return { publicKey, shared: (other) => ecdh.computeSecret(other) };
}

const info = (name: string) => Buffer.from(`${name}\0`, "latin1");
const derive = (salt: Uint8Array, key: Uint8Array, about: Uint8Array, bytes: number) =>
  Buffer.from(hkdfSync("sha256", key, salt, about, bytes));

/**
 * Decrypts a notification for these keys (RFC 8291 over RFC 8188, one record); throws when it was encrypted for
 * others.
 */
function decryptedBy(keys: BrowserKeys, auth: Uint8Array, sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed);
  const salt = bytes.subarray(0, 16);
  const recordSize = bytes.readUInt32BE(16);
  const keyLength = bytes.readUInt8(20);
  const sender = bytes.subarray(21, 21 + keyLength);
  const record = bytes.subarray(21 + keyLength);
  if (keyLength !== 65 || record.length > recordSize) throw new Error("not one record");
  const about = Buffer.concat([info("WebPush: info"), keys.publicKey, sender]);
  const ikm = derive(auth, keys.shared(sender), about, 32);
  const key = derive(salt, ikm, info("Content-Encoding: aes128gcm"), 16);
  const nonce = derive(salt, ikm, info("Content-Encoding: nonce"), 12);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error("the last record does not say so");
  return padded.subarray(0, end).toString("utf8");
}

/** A subscribed browser: its subscription, and the notifications it received. */
export interface SimulatedDevice {
  /** As returned by `PushSubscription.toJSON()`. */
  readonly subscription: {
    readonly endpoint: string;
    readonly keys: { readonly p256dh: string; readonly auth: string };
  };
  /** Decrypted and parsed, oldest first. */
  readonly received: Record<string, unknown>[];
  /** Headers of accepted requests. */
  readonly headers: Headers[];
  /** True after the browser unsubscribed; its endpoint then answers 410. */
  gone: boolean;
}

/** A push service with its subscribed browsers (RFC 8030, 8291, 8292). */
export interface PushService {
  readonly url: string;
  /** Subscribes a browser with the application's public key. */
  subscribe(applicationServerKey: string): SimulatedDevice;
  /** Status of every further response; null = the regular one. */
  trouble: number | null;
  /** Reasons of rejected requests. */
  readonly refusals: string[];
  stop(): Promise<void>;
}

export function startPush(options: { readonly port?: number } = {}): PushService {
  const devices = new Map<
    string,
    { device: SimulatedDevice; key: string; open: (sealed: Uint8Array) => string }
  >();
  const refuse = (status: number, why: string) => {
    service.refusals.push(why);
    return new Response(why, { status });
  };
  const server = Bun.serve({
    port: options.port ?? 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      if (service.trouble !== null) return new Response("trouble", { status: service.trouble });
      const { pathname, origin } = new URL(request.url);
      const known = devices.get(pathname.slice("/push/".length));
      if (request.method !== "POST") return refuse(405, "only POST");
      if (!known || known.device.gone) return refuse(410, "no such device");
      const why = vapidRefusal(request.headers.get("authorization"), { audience: origin, key: known.key });
      if (why) return refuse(403, why);
      if (request.headers.get("content-encoding") !== "aes128gcm") return refuse(400, "another encoding");
      if (!/^\d+$/.test(request.headers.get("ttl") ?? "")) return refuse(400, "no TTL");
      if (!/^[\w-]{1,32}$/.test(request.headers.get("topic") ?? "none"))
        return refuse(400, "a topic too long");
      const sealed = new Uint8Array(await request.arrayBuffer());
      if (sealed.length > 4096) return refuse(413, "too large");
      try {
        known.device.received.push(JSON.parse(known.open(sealed)) as Record<string, unknown>);
      } catch (error) {
        return refuse(400, `not for this device: ${String(error)}`);
      }
      known.device.headers.push(request.headers);
      return new Response(null, { status: 201 });
    },
  });
  const service: PushService = {
    url: `http://127.0.0.1:${server.port}`,
    trouble: null,
    refusals: [],
    subscribe(applicationServerKey) {
      const id = randomUUID();
      const auth = randomBytes(16);
      const keys = newBrowserKeys();
      const device: SimulatedDevice = {
        subscription: {
          endpoint: `${service.url}/push/${id}`,
          keys: { p256dh: keys.publicKey.toString("base64url"), auth: auth.toString("base64url") },
        },
        received: [],
        headers: [],
        gone: false,
      };
      devices.set(id, {
        device,
        key: applicationServerKey,
        open: (sealed) => decryptedBy(keys, auth, sealed),
      });
      return device;
    },
    async stop() {
      await server.stop(true);
    },
  };
  return service;
}

import { randomBytes, randomUUID } from "node:crypto";
import { decryptedBy, newBrowserKeys } from "./decrypt.ts";
import { vapidRefusal } from "./vapid.ts";

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
  /** Whether the browser unsubscribed: its endpoint answers 410. */
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

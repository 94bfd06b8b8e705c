import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Door } from "#platform/db/durability/doors.ts";

/** Code that reaches another process: requests, sockets, servers, mail transports, buckets. */
export const OPENERS =
  /\bfetch\(|\bfetch: fetch\b|globalThis\.fetch|\bcreateTransport\(|\.sendMail\(|\bBun\.(?:serve|connect|listen|udpSocket)\(|new Bun\.S3Client|new S3Client|\bnew WebSocket\(|from "node:(?:net|tls|http|https|dgram)"|\bmakeWASocket\(|\bws\.send\(/;

interface Place {
  /** The door that its effects pass. */
  readonly door?: Door;
  /** Why no door is needed. */
  readonly reason?: string;
  /** True when the place waits for the door without a function of `OPENERS`. */
  readonly isIndirect?: true;
}

const READS = "only reads: it causes nothing outside that depends on a commit";

/** Every place of the server that reaches the outside. */
export const PLACES: Readonly<Record<string, Place>> = {
  "src/platform/http/server/commit-barrier.ts": { door: "answers", isIndirect: true },
  "src/platform/http/server/listen.ts": { reason: "opens the port; the answers pass the commit barrier" },
  "src/platform/http/server/network-listeners.ts": {
    reason: "redirects to https and answers ACME challenges: reads only",
  },
  "src/platform/http/router.ts": { reason: "dispatches requests inside the process (Hono)" },
  "src/platform/outbound/client.ts": { door: "outbound" },
  "src/platform/outbound/bucket.ts": {
    reason: "the client of backups and the archive, copies of the data: no outside system acts on them",
  },
  "src/platform/outbound/mailer.ts": { door: "mails" },
  "src/platform/realtime/hub/publisher.ts": { door: "broadcasts" },
  "src/platform/realtime/hub/relay.ts": {
    reason: "passes frames of the owner of another cell on, which pass the door there",
  },
  "src/cluster/archive/bucket-objects.ts": { reason: "the archive itself, which follows the commits" },
  "src/cluster/log/jetstream/servers.ts": { reason: READS },
  "src/cluster/node/standby-server.ts": {
    reason: "a standby writes nothing; it passes on what a browser sent",
  },
  "src/cluster/cells/link-client.ts": {
    reason: "passes on what a browser sent; the owner of the other cell has doors of its own",
  },
  "src/cluster/cells/nats-key-values.ts": {
    reason:
      "entries of the directory may be ahead of their commits: the nightly sweep compares them with the rows",
  },
  "src/cluster/cells/reachability.ts": { reason: "opens a connection and sends nothing" },
  "src/cluster/log/jetstream/leaders.ts": { reason: READS },
  "src/channels/connections/meta/graph.ts": { door: "meta" },
  "src/channels/connections/meta/download.ts": { reason: READS },
  "src/channels/connections/contact-data/profile-pictures.ts": { reason: READS },
  "src/channels/connections/whatsapp/threads/pool.ts": { door: "sessions", isIndirect: true },
  "src/channels/connections/whatsapp/outbound/frame-queue.ts": { door: "stanzas", isIndirect: true },
  "src/channels/connections/whatsapp/socket/socket.ts": {
    reason: "every frame of its socket passes frame-queue.ts",
  },
  "src/channels/connections/whatsapp/media/upload.ts": { door: "files" },
  "src/channels/connections/whatsapp/media/download.ts": { reason: READS },
  "src/channels/connections/whatsapp/media/files.ts": { reason: READS },
  "src/channels/connections/whatsapp/media/transfer.ts": {
    reason: "the client of upload.ts, which passes a door, and of download.ts, which reads",
  },
  "src/channels/connections/whatsapp/proxy/proxy.ts": {
    reason: "chooses the way of requests of other places",
  },
  "src/channels/connections/whatsapp/proxy/dial-proxy.ts": { reason: "carries bytes of other places" },
  "src/channels/connections/whatsapp/proxy/proxy-bridge.ts": { reason: "carries bytes of other places" },
  "src/accounts/billing/gateways/call.ts": { door: "gateways" },
  "src/operations/certificates/acme/transport.ts": { door: "certificates" },
  "src/cli/doctor/network.ts": { reason: "a command of its own process, which writes nothing" },
};

/** What is wrong with a source file: it reaches the outside and is no listed place, or does not pass its door. */
export function problemsOf(path: string, text: string): string[] {
  const place = PLACES[path];
  if (!place)
    return OPENERS.test(text) ? [`${path} reaches the outside and is not in the list of doors`] : [];
  const { door } = place;
  if (door === undefined || door === "answers") return [];
  const passes = countOf(text, new RegExp(`\\b(?:throughDoor|heldAtDoor|isDoorOpen)\\(\\s*"${door}"`, "g"));
  if (passes === 0) return [`${path} does not pass the door "${door}"`];
  const opens = countOf(text, new RegExp(OPENERS, "g"));
  return opens <= passes
    ? []
    : [`${path} reaches the outside ${opens} times and passes the door "${door}" only ${passes} times`];
}

const countOf = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;

const ROOT = join(import.meta.dir, "..", "..");

/** The source files of the server, without tests and their helpers. */
export const sourceFiles = (): readonly { readonly path: string; readonly text: string }[] =>
  readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !/\.test\.ts$|(?:^|\/)testing(?:\/|\.ts$)/.test(name))
    .map((name) => ({
      path: `src/${name}`,
      text: withoutComments(readFileSync(join(ROOT, "src", name), "utf8")),
    }));

const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");

import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const repository = join(import.meta.dir, "..");
const COMMENTS = /\/\*[\s\S]*?\*\/|^[ \t]*\/\/.*$/gm;
/** Code that opens an outbound connection, or imports a module for it. */
const OPENS =
  /(?<![.\w])fetch\((?!\w+: |request\) \{)|\bglobalThis\.fetch\b|\bnet\.(?:connect|createConnection)\(|\btls\.connect\(|\bnew (?:WebSocket|HttpsProxyAgent)\(|\bS3Client\(|\bcreateTransport\(|\bBun\.(?:connect|udpSocket)\(|\bhttps?\.(?:request|get)\(|\bmakeWASocket\(|from "(?:undici|axios|got|ws|node:dgram|node:http2)"/;

/**
 * Every file that opens connections. `guard`: addresses typed by companies, or named by people who write to them; the text
 * must be in the file, and it is the guard. `operator`: the address comes from the environment, or from the provider's
 * super user. `fixed`: the address is a constant of the product.
 */
const DOORS: Readonly<Record<string, { readonly guard: string } | "operator" | "fixed">> = {
  "src/platform/outbound/client.ts": { guard: "targetOf(" },
  "src/channels/connections/whatsapp/proxy/dial-proxy.ts": { guard: "addressOf(proxy.hostname" },
  "src/channels/connections/whatsapp/proxy/proxy.ts": { guard: "addressOf(hostname" },
  "src/channels/connections/contact-data/profile-pictures.ts": { guard: "mayFetchPicture(url" },
  "src/channels/connections/meta/download.ts": { guard: "mayFetchFile(url" },
  "src/channels/connections/whatsapp/media/transfer.ts": "fixed",
  "src/channels/connections/whatsapp/socket/socket.ts": "fixed",
  "src/channels/connections/meta/graph.ts": "operator",
  "src/accounts/billing/gateways/call.ts": "fixed",
  "src/operations/certificates/acme/transport.ts": "operator",
  "src/platform/outbound/bucket.ts": "operator",
  "src/cluster/archive/bucket-objects.ts": "operator",
  "src/cluster/cells/link-client.ts": "operator",
  "src/cluster/log/jetstream/servers.ts": "operator",
  "src/platform/outbound/mailer.ts": "operator",
  "src/cli/doctor/network.ts": "fixed",
};

function sources(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const path of new Bun.Glob("src/**/*.ts").scanSync(repository))
    if (!path.endsWith(".test.ts") && !/(^|\/)testing(\/|\.ts$)/.test(path))
      found.set(path, readFileSync(join(repository, path), "utf8").replace(COMMENTS, ""));
  return found;
}
const opening = (files: ReadonlyMap<string, string>): string[] =>
  [...files].filter(([, code]) => OPENS.test(code)).map(([path]) => path);

describe("outbound connections", () => {
  test("only the listed files open outbound connections", () => {
    expect(opening(sources()).sort()).toEqual(Object.keys(DOORS).sort());
  });

  test("an outbound connection to an address chosen by another party goes through its guard", () => {
    const files = sources();
    for (const [path, door] of Object.entries(DOORS))
      if (typeof door === "object") expect((files.get(path) ?? "").includes(door.guard), path).toBe(true);
  });

  test.each([
    "const answer = await fetch(url);",
    "const socket = net.connect(80, host);",
    "const socket = tls.connect({ host });",
    "const client = new Bun.S3Client({ endpoint });",
    'import { request } from "undici";',
  ])("the outbound check reports %s", (code) => {
    expect(opening(new Map([["src/a.ts", code]]))).toEqual(["src/a.ts"]);
  });
});

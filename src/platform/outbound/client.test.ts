import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { caCertificate, serverCertificate, serverKey } from "#simulator/media/certificates.ts";
import { createOutbound, type OutboundOptions } from "./client.ts";
import { isPublicAddress, OutboundFailed } from "./target.ts";

let calls: string[] = [];
let answer: (request: Request) => Response | Promise<Response> = () => new Response("ok");
const serve = (tls?: { cert: string; key: string }) =>
  Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    ...(tls && { tls }),
    fetch(request) {
      calls.push(`${request.method} ${request.headers.get("host")} ${new URL(request.url).pathname}`);
      return answer(request);
    },
  });
let plain: ReturnType<typeof serve>;
let secure: ReturnType<typeof serve>;
beforeAll(() => {
  plain = serve();
  secure = serve({ cert: serverCertificate, key: serverKey });
});
afterAll(async () => {
  await plain.stop(true);
  await secure.stop(true);
});
afterEach(() => {
  calls = [];
  answer = () => new Response("ok");
});

/** Why a request failed. */
async function failure(url: string, options: Partial<OutboundOptions> = {}): Promise<string> {
  const outbound = createOutbound({ allowPrivate: false, ...options });
  const error = await outbound.request({ method: "GET", url }).catch((thrown: unknown) => thrown);
  return error instanceof OutboundFailed ? error.reason : `answered ${JSON.stringify(error)}`;
}
const open = (options: Partial<OutboundOptions> = {}) => createOutbound({ allowPrivate: true, ...options });

describe("an address typed by a company", () => {
  test.each([
    "http://127.0.0.1/",
    "http://127.1/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://017700000001/",
    "http://①②⑦.0.0.1/",
    "http://0.0.0.0/",
    "http://localhost/",
    "http://localhost./",
    "http://[::1]/",
    "http://[::]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:a9fe:a9fe]/",
    "http://[::127.0.0.1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[2002:7f00:1::]/",
    "http://[fd00::1]/",
    "http://[fe80::1]/",
    "http://10.0.0.1/",
    "http://172.16.3.4/",
    "http://192.168.0.1/",
    "http://100.64.0.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://224.0.0.1/",
    "http://255.255.255.255/",
    "gopher://example.com/",
    "file:///etc/passwd",
    "ftp://example.com/",
    "data:text/plain,x",
    "javascript:alert(1)",
    "http://user:password@example.com/",
    "//example.com",
    "",
  ])("%s is not called", async (url) => {
    expect(await failure(url)).toBe("not_allowed");
    await expect(createOutbound({ allowPrivate: false }).check(url)).rejects.toMatchObject({
      status: 400,
      code: "ERR_URL_NOT_ALLOWED",
    });
  });

  test("a URL is rejected when any of its addresses is private", async () => {
    const resolve = async () => ["93.184.216.34", "10.0.0.7"];
    expect(await failure("https://shop.example/", { resolve })).toBe("not_allowed");
  });

  test("a URL is resolved once and called at that address (DNS rebinding)", async () => {
    const answers = [["127.0.0.1"], ["127.0.0.9"]];
    let asked = 0;
    const resolve = async () => answers[asked++] ?? [];
    const { text } = await open({ resolve }).request({
      method: "GET",
      url: `http://shop.example:${plain.port}/a`,
    });
    expect([text, asked]).toEqual(["ok", 1]);
    expect(calls).toEqual([`GET shop.example:${plain.port} /a`]);
  });

  test("a URL that does not resolve may be saved and fails at use", async () => {
    const resolve = () => Promise.reject(new Error("ENOTFOUND"));
    await createOutbound({ allowPrivate: false, resolve }).check("https://later.example");
    expect(await failure("https://later.example", { resolve })).toBe("unresolved");
  });

  test("a private URL is called when the operator allows it", async () => {
    await open().check("http://192.168.0.10:5678/webhook");
    expect((await open().request({ method: "GET", url: plain.url.href })).status).toBe(200);
  });

  test("a request for public addresses alone never calls a private one", async () => {
    const request = { method: "GET", url: plain.url.href, publicOnly: true } as const;
    await expect(open().request(request)).rejects.toMatchObject({ reason: "not_allowed" });
    expect(calls).toEqual([]);
  });

  test("public and private addresses are distinguished", () => {
    const outside = ["8.8.8.8", "2606:4700:4700::1111"];
    expect(outside.every(isPublicAddress)).toBeTrue();
    const inside = ["fec0::1", "2001::1", "100::1", "198.18.0.1", "192.0.0.1", "::7f00:1", "shop.example"];
    expect(inside.some(isPublicAddress)).toBeFalse();
  });
});

describe("a redirect", () => {
  const to = (location: string, status = 302) => new Response(null, { status, headers: { location } });

  test("a redirect into a private network is not followed", async () => {
    const resolve = async (host: string) => [host === "inside.example" ? "169.254.169.254" : "127.0.0.1"];
    answer = () => to("http://inside.example/latest/meta-data/");
    const outbound = open({ resolve });
    const url = `http://shop.example:${plain.port}/`;
    await expect(outbound.request({ method: "GET", url })).rejects.toMatchObject({ reason: "redirect" });
    expect(calls).toHaveLength(1);
  });

  test("a redirect within the same host is followed and resolved again", async () => {
    let asked = 0;
    const resolve = async () => (asked++ === 0 ? ["127.0.0.1"] : ["10.1.1.1", "127.0.0.1"]);
    answer = (request) => (request.url.endsWith("/new") ? new Response("moved") : to("/new"));
    const url = `http://shop.example:${plain.port}/old`;
    expect((await open().request({ method: "GET", url: `${plain.url}old` })).text).toBe("moved");
    await expect(open({ resolve, longestMs: 300 }).request({ method: "GET", url })).rejects.toThrow();
    expect(asked).toBe(2);
  });

  test("at most three redirects are followed; a POST does not become a GET", async () => {
    answer = () => to("/again");
    await expect(open().request({ method: "GET", url: plain.url.href })).rejects.toMatchObject({
      reason: "redirect",
    });
    expect(calls).toHaveLength(4);
    const post = open().request({ method: "POST", url: plain.url.href, body: "x" });
    await expect(post).rejects.toMatchObject({ reason: "redirect" });
    answer = (request) => (request.url.endsWith("/b") ? new Response("taken") : to("/b", 307));
    expect((await open().request({ method: "POST", url: plain.url.href, body: "x" })).text).toBe("taken");
  });

  test("a request without secrets is redirected to other hosts over https, each checked", async () => {
    const addresses: Record<string, string> = { "inside.example": "169.254.169.254" };
    const resolve = async (host: string) => [addresses[host] ?? "127.0.0.1"];
    const outbound = open({ resolve, ca: caCertificate });
    const request = {
      method: "GET",
      crossesHosts: true,
      url: `http://short.example:${plain.port}/`,
    } as const;
    answer = ({ url }) =>
      url.endsWith("/page") ? new Response("here") : to(`https://localhost:${secure.port}/page`);
    expect(await outbound.request(request)).toMatchObject({
      text: "here",
      url: `https://localhost:${secure.port}/page`,
    });
    answer = () => to(`http://localhost:${plain.port}/page`);
    await expect(outbound.request(request)).rejects.toMatchObject({ reason: "redirect" });
    const guarded = createOutbound({ allowPrivate: false, exempt: [`short.example:${plain.port}`], resolve });
    answer = () => to("https://inside.example/");
    await expect(guarded.request(request)).rejects.toMatchObject({ reason: "not_allowed" });
  });

  test("a redirect to another protocol is not followed", async () => {
    answer = () => to("file:///etc/passwd");
    await expect(open().request({ method: "GET", url: plain.url.href })).rejects.toMatchObject({
      reason: "not_allowed",
    });
  });
});

describe("an answer", () => {
  test("a response larger than the limit is aborted, with or without content-length", async () => {
    const block = new Uint8Array(1_048_576);
    let sent = 0;
    const endless = () =>
      new ReadableStream({
        pull(controller) {
          sent += 1;
          if (sent > 100) controller.close();
          else controller.enqueue(block);
        },
      });
    answer = () => new Response(endless());
    const request = { method: "GET", url: plain.url.href } as const;
    await expect(open().request(request)).rejects.toMatchObject({ reason: "too_large" });
    expect(sent).toBeLessThan(50);
    answer = () => new Response(new Uint8Array(2_000_000));
    await expect(open().request(request)).rejects.toMatchObject({ reason: "too_large" });
    const { bytes } = await open().request({ ...request, limitBytes: 3_000_000 });
    expect(bytes).toHaveLength(2_000_000);
    const cut = await open().request({ ...request, limitBytes: 1000, cutsAtLimit: true });
    expect(cut.bytes).toHaveLength(1000);
  });

  test("a response that never starts or never ends times out", async () => {
    const never = new Promise<Response>(() => {});
    answer = () => never;
    const request = { method: "GET", url: plain.url.href, limitMs: 100 } as const;
    await expect(open().request(request)).rejects.toMatchObject({ reason: "timeout" });
    answer = () => new Response(new ReadableStream({ start: (body) => body.enqueue(new Uint8Array(9)) }));
    await expect(open().request(request)).rejects.toMatchObject({ reason: "timeout" });
    const resolve = () => new Promise<string[]>(() => {});
    expect(await failure("https://slow.example", { resolve, longestMs: 50 })).toBe("timeout");
  });

  test("a compressed response is not decompressed", async () => {
    const bomb = Bun.gzipSync(new Uint8Array(20_000_000));
    answer = () => new Response(bomb, { headers: { "content-encoding": "gzip" } });
    const { bytes } = await open().request({ method: "GET", url: plain.url.href });
    expect(bytes.length).toBe(bomb.length);
  });

  test("an unreachable host is an OutboundFailed with a reason", async () => {
    expect(await failure("http://127.0.0.1:1/", { allowPrivate: true })).toBe("unreachable");
  });
});

describe("an encrypted address", () => {
  const resolve = async () => ["127.0.0.1"];
  test("an https URL is called with its server name, which the certificate must match", async () => {
    const outbound = open({ resolve, ca: caCertificate });
    const good = await outbound.request({ method: "GET", url: `https://localhost:${secure.port}/` });
    expect(good.status).toBe(200);
    const other = outbound.request({ method: "GET", url: `https://shop.example:${secure.port}/` });
    await expect(other).rejects.toMatchObject({ reason: "unreachable" });
    expect(calls).toHaveLength(1);
  });
});

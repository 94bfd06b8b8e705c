import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { png } from "#channels/media/testing.ts";
import { one } from "#platform/db/database.ts";
import { createOutbound, OutboundPort } from "#platform/outbound/client.ts";
import { caCertificate, serverCertificate, serverKey } from "#simulator/media/certificates.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testContact, testUser } from "#test/helpers/installation.ts";
import { becomesTrue } from "#test/helpers/provider.ts";

const PAGE = { "content-type": "text/html; charset=utf-8" };
const page = (head: string) => new Response(`<html><head>${head}</head></html>`, { headers: PAGE });
const ABOUT = '<title>Bolos</title><meta name="description" content="Feitos hoje">';

let app: TestApp;
let site: ReturnType<typeof Bun.serve>;
let calls: Request[] = [];
let answer: (request: Request) => Response | Promise<Response> = () => page(ABOUT);
/** Treats addresses as public unless a test marks them private; the certificate of the site is for localhost. */
const INSIDE = new Set(["inside.example"]);
let ana: UserCtx;
let origin: string;

beforeAll(async () => {
  site = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    tls: { cert: serverCertificate, key: serverKey },
    fetch(request) {
      calls.push(request);
      return answer(request);
    },
  });
  origin = `https://localhost:${site.port}`;
  const outbound = createOutbound({
    allowPrivate: false,
    exempt: [`localhost:${site.port}`],
    ca: caCertificate,
    resolve: async (host) => [INSIDE.has(host) ? "10.0.0.7" : "127.0.0.1"],
    longestMs: 400,
  });
  app = await startTestApp({ plug: ({ ports }) => ports.plug(OutboundPort, outbound) });
});
afterAll(async () => {
  await app.stop();
  await site.stop(true);
});
beforeEach(() => {
  calls = [];
  answer = () => page(ABOUT);
  ana = testUser(app.company(), { name: "Ana" });
});

const ask = (url: string, user = ana) => app.api(user).post("/link-previews", { url });
const previewOf = async (url: string) => (await ask(url)).body.preview;

describe("the preview of an address", () => {
  test("the preview of an address has the title, text and a small picture of its page, fetched without cookies", async () => {
    const picture = new Uint8Array(await png(900, 600));
    answer = ({ url }) =>
      url.endsWith("/bolo.png")
        ? new Response(picture, { headers: { "content-type": "image/png", "set-cookie": "a=1" } })
        : new Response(`<head>${ABOUT}<meta property="og:image" content="/bolo.png"></head>`, {
            headers: { ...PAGE, "set-cookie": "a=1" },
          });
    const preview = await previewOf(`${origin}/bolos`);
    expect(preview).toMatchObject({ url: `${origin}/bolos`, title: "Bolos", text: "Feitos hoje" });
    const jpeg = Buffer.from(preview.picture, "base64");
    expect(await new Bun.Image(jpeg).metadata()).toMatchObject({ width: 192, height: 128, format: "jpeg" });
    expect(calls.map(({ url, headers }) => [new URL(url).pathname, headers.get("cookie")])).toEqual([
      ["/bolos", null],
      ["/bolo.png", null],
    ]);
  });

  test("a fetched preview is used again for 7 days and then deleted", async () => {
    await ask(`${origin}/a`);
    await ask(`${origin}/a`, testUser(ana.tenant, { name: "Rui" }));
    expect(calls).toHaveLength(1);
    app.clock.advance(7 * 86_400_000 + 1);
    await app.app.runJob("link_previews");
    expect(one<{ n: number }>(ana.tenant.db, "SELECT count(*) AS n FROM link_preview")?.n).toBe(0);
    await ask(`${origin}/a`, testUser(ana.tenant, { name: "Lia" }));
    expect(calls).toHaveLength(2);
  });

  test("erasing any person deletes all fetched previews, because an address may name a person", async () => {
    await ask(`${origin}/clientes/maria`);
    const id = testContact(ana.tenant, { name: "Maria" });
    const admin = testUser(ana.tenant, { name: "Chefe", profile: "admin" });
    expect((await app.api(admin).delete(`/contacts/${id}`)).status).toBe(200);
    const count = () => one<{ n: number }>(ana.tenant.db, "SELECT count(*) AS n FROM link_preview")?.n;
    await becomesTrue(() => count() === 0);
  });

  test("an address inside the network is refused without a request, also after a redirect", async () => {
    const inside = "https://inside.example/admin";
    for (const url of [inside, "https://127.0.0.1/", "https://169.254.169.254/latest/", "https://[::1]/"])
      expect(await ask(url)).toMatchObject({ status: 200, body: { preview: null } });
    answer = () => new Response(null, { status: 302, headers: { location: inside } });
    expect(await previewOf(`${origin}/redirected`)).toBeNull();
    answer = () => page(`${ABOUT}<meta property="og:image" content="${inside}.png">`);
    expect(await previewOf(`${origin}/picture`)).toMatchObject({ title: "Bolos", picture: null });
    expect(calls).toHaveLength(2);
  });

  test("a slow, compressed or failing response, or one that is not HTML, gives no preview and no error", async () => {
    const bodies: (() => Response | Promise<Response>)[] = [
      () => new Promise<Response>(() => {}),
      () => new Response("%PDF", { headers: { "content-type": "application/pdf" } }),
      () => new Response("?", { headers: { ...PAGE, "content-encoding": "gzip" } }),
      () => new Response(ABOUT, { status: 404, headers: PAGE }),
      () => page("<p>sem título</p>"),
    ];
    for (const [index, body] of bodies.entries()) {
      answer = body;
      expect(await ask(`${origin}/${index}`)).toMatchObject({ status: 200, body: { preview: null } });
    }
  });

  test("the first megabyte of a long page is read, and a picture above 300 kB is left out", async () => {
    answer = ({ url }) =>
      url.endsWith(".png")
        ? new Response(new Uint8Array(300_001), { headers: { "content-type": "image/png" } })
        : page(`${ABOUT}<meta property="og:image" content="/a.png">${" ".repeat(3_000_000)}`);
    expect(await previewOf(`${origin}/long`)).toMatchObject({ title: "Bolos", picture: null });
  });

  test("only https addresses are accepted", async () => {
    for (const url of [
      "http://localhost/",
      "ftp://a.example/",
      "javascript:alert(1)",
      "padaria",
      "https://a b/",
    ])
      expect((await ask(url)).status).toBe(400);
  });

  test("no preview is fetched while the setting is off", async () => {
    writeSetting(ana.tenant, "linkPreviews", "disabled");
    expect(await previewOf(`${origin}/a`)).toBeNull();
    expect(calls).toEqual([]);
  });

  test("a user may request 30 previews a minute, and other users are not affected", async () => {
    for (let n = 0; n < 30; n += 1) await ask(`${origin}/a`);
    expect(await ask(`${origin}/a`)).toMatchObject({ status: 429, body: { error: "ERR_RATE_LIMIT" } });
    expect((await ask(`${origin}/a`, testUser(ana.tenant, { name: "Rui" }))).status).toBe(200);
    app.clock.advance(60_000);
    expect((await ask(`${origin}/a`)).status).toBe(200);
  });
});

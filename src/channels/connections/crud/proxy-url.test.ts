import { afterAll, beforeAll, expect, test } from "bun:test";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const INSIDE = [
  "http://127.0.0.1:22",
  "https://10.0.0.1:443",
  "socks5://192.168.0.1:1080",
  "socks5h://[::1]:1080",
  "http://169.254.169.254",
  "http://localhost:3128",
  "http://0x7f000001:80",
  "socks://[::ffff:10.0.0.1]:1080",
];

test("a proxy in a private network is refused when a connection is created or changed", async () => {
  const api = app.api(testUser(app.company(), { profile: "admin" }));
  const { body } = await api.post("/whatsapp", { name: "Loja", proxyUrl: "http://203.0.114.7:3128" });
  for (const proxyUrl of INSIDE) {
    const refused = { status: 400, body: { error: "ERR_URL_NOT_ALLOWED" } };
    expect(await api.post("/whatsapp", { name: "Outra", proxyUrl })).toMatchObject(refused);
    expect(await api.put(`/whatsapp/${body.id}`, { proxyUrl })).toMatchObject(refused);
  }
  expect(await api.put(`/whatsapp/${body.id}`, { name: "Loja 2", proxyUrl: "********" })).toMatchObject({
    status: 200,
  });
});

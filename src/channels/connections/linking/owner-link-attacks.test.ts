import { afterAll, beforeAll, expect, test } from "bun:test";
import { createIntake } from "#channels/connections/intake.ts";
import { ProviderPort } from "#channels/connections/provider-port.ts";
import { createWhatsappProvider } from "#channels/connections/whatsapp/index.ts";
import { one } from "#platform/db/database.ts";
import { type Network, startNetwork } from "#simulator/network.ts";
import type { AssertionChanges } from "#simulator/passkey/authenticator.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import type { Installation } from "#tenants/installation.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";
import { becomesTrue } from "#test/helpers/provider.ts";

let network: Network;
let app: TestApp;
const plug = (installation: Installation) =>
  installation.ports.plug(
    ProviderPort,
    createWhatsappProvider({
      events: createIntake(installation),
      sealingKey: installation.secrets.key("whatsapp"),
      workers: 1,
      url: network.url,
      rootKey: network.rootKey,
      log: () => {},
    }),
  );
const env = { RATE_LIMITS: "off" };
beforeAll(async () => {
  network = await startNetwork();
  app = await startTestApp({ plug, env });
});
afterAll(async () => {
  await app.stop();
  await network.stop();
});

let shops = 0;
/** A company whose connection shows a QR code, with links for the owner of a phone that asks for its passkey. */
async function openShop(linkCount: number) {
  shops += 1;
  const phone = network.addPhone({ number: String(5_511_955_550_000 + shops), name: "Padaria Aurora" });
  const passkey = phone.requirePasskey();
  const { id: companyId } = app.company();
  const tenant = () => app.installation.tenants.open(companyId);
  const admin = testUser(tenant(), { profile: "admin" });
  const { body } = await app.api(admin).post("/whatsapp", { name: "Loja" });
  const state = () =>
    one<{ status: string; reason: string | null; qrcode: string }>(
      tenant().db,
      "SELECT status, status_reason AS reason, qrcode FROM connection WHERE id = ?",
      body.id,
    );
  const shows = (what: string) => becomesTrue(() => state()?.status === what || state()?.reason === what);
  await becomesTrue(() => Boolean(state()?.qrcode));
  const paths: string[] = [];
  for (let n = 0; n < linkCount; n += 1) {
    const link = await app.api(admin).post(`/whatsappsession/${body.id}/owner-link`);
    paths.push(`/public-link/${link.body.url.split("/link/")[1]}`);
  }
  const [first = "", second = ""] = paths;
  return {
    ...{ phone, first, second, shows },
    scan: async () => void phone.scan(state()?.qrcode ?? "").catch(() => {}),
    sign: async (changes?: AssertionChanges) => {
      const { options } = (await app.api().get(`${first}/passkey`)).body;
      return { assertion: passkey.sign({ challenge: options.challenge }, changes) };
    },
  };
}
const post = async (path: string, body?: object) => {
  const { status, body: answer } = await app.api().post(path, body);
  return [status, answer.error ?? null];
};
const stepsOf = (phone: Phone) => phone.passkeyLink?.steps ?? [];

test("two browsers with two links that send a signed answer at once link the number once, and both links end", async () => {
  const { first, second, phone, sign, scan, shows } = await openShop(2);
  await scan();
  await shows("passkey_required");
  const answer = await sign();
  const sent = await Promise.all([post(`${first}/passkey`, answer), post(`${second}/passkey`, answer)]);
  expect(sent.toSorted()).toEqual([
    [200, null],
    [409, "ERR_PASSKEY_STATE"],
  ]);
  await shows("CONNECTED");
  expect(phone.companions.size).toBe(1);
  for (const link of [first, second]) {
    expect((await app.api().get(link)).body).toMatchObject({
      status: "CONNECTED",
      qrcode: "",
      passkey: { options: null },
    });
    for (const [path, body] of [
      ["", undefined],
      ["/passkey", answer],
      ["/confirm", undefined],
    ] as const)
      expect(await post(link + path, body)).toEqual([410, "ERR_LINK_EXPIRED"]);
  }
  expect(network.problems).toEqual([]);
});

test("signatures for another page, account, request or connection are refused, and nothing leaves", async () => {
  const shop = await openShop(1);
  const other = await openShop(1);
  for (const { scan, shows } of [shop, other]) {
    await scan();
    await shows("passkey_required");
  }
  const changes: readonly AssertionChanges[] = [
    { origin: "https://web.whatsapp.com.example" },
    { origin: "http://web.whatsapp.com" },
    { rpId: "web.whatsapp.com" },
    { isUserVerified: false },
    { challenge: "AAAA" },
  ];
  const foreign = [await other.sign(), ...(await Promise.all(changes.map((change) => shop.sign(change))))];
  for (const answer of foreign)
    expect(await post(`${shop.first}/passkey`, answer)).toEqual([400, "ERR_PASSKEY_INVALID"]);
  expect(await post(`${shop.first}/confirm`)).toEqual([409, "ERR_PASSKEY_STATE"]);
  expect(stepsOf(shop.phone)).toEqual([]);
  expect(await post(`${shop.first}/passkey`, await shop.sign())).toEqual([200, null]);
  await shop.shows("CONNECTED");
});

test("after a restart in the passkey step an old answer is refused, and the link shows a new QR code with which the number is linked", async () => {
  const { first, sign, scan, shows } = await openShop(1);
  await scan();
  await shows("passkey_required");
  const old = await sign();
  await app.stop({ directory: true });
  app = await startTestApp({ plug, env, directory: app.directory, clock: app.clock });
  expect((await app.api().get(first)).body).toMatchObject({
    status: "DISCONNECTED",
    statusReason: "pairing_timeout",
    passkey: { step: null, options: null },
  });
  expect(await post(`${first}/passkey`, old)).toEqual([409, "ERR_PASSKEY_STATE"]);
  expect((await post(first))[0]).toBe(200);
  await shows("qrcode");
  await scan();
  await shows("passkey_required");
  expect(await post(`${first}/passkey`, old)).toEqual([400, "ERR_PASSKEY_INVALID"]);
  expect(await post(`${first}/passkey`, await sign())).toEqual([200, null]);
  await shows("CONNECTED");
});

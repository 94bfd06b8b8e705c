import { afterAll, beforeAll, expect, test } from "bun:test";
import { one, run } from "#platform/db/database.ts";
import { addNumber, type CloudNumber, cloudOf } from "#simulator/graph/cloud-book.ts";
import { signUp } from "#simulator/graph/cloud-login.ts";
import { testUser } from "#test/helpers/installation.ts";
import { type PagesApp, quiet, startPagesApp } from "#test/helpers/pages.ts";

let place: PagesApp;
beforeAll(async () => {
  place = await startPagesApp();
});
afterAll(() => place.stop());

let made = 0;
/** A company whose admin may grant access to a number in Facebook's login. */
function office(number: CloudNumber = addNumber(place.graph.book, "Loja Aurora", `55113000${1000 + made}`)) {
  made += 1;
  const { book } = place.graph;
  const tenant = place.app.company(`Company that signs up ${made}`);
  const token = book.addUser(`900${made}`, []);
  cloudOf(book).allowed.set(`900${made}`, [number]);
  const chief = testUser(tenant, { profile: "admin" });
  const admin = place.app.api(chief);
  const choose = async (brought: object) => (await admin.post("/facebook/official/numbers", brought)).body;
  return { tenant, number, token, chief, admin, choose };
}

test("the login requests permissions for numbers only, and uses the configured Embedded Sign-up", async () => {
  const { admin, token } = office();
  const asked = async () => new URL((await admin.get("/facebook/official/login")).body.loginUrl).searchParams;
  const plain = await asked();
  expect(plain.get("scope")).toBe(
    "whatsapp_business_management,whatsapp_business_messaging,business_management",
  );
  expect([plain.get("response_type"), plain.get("config_id")]).toEqual(["token", null]);
  const { system } = place.app.installation;
  run(system, "INSERT INTO installation_setting (key, value) VALUES ('metaConfigId', '778899')");
  const embedded = await asked();
  expect([embedded.get("response_type"), embedded.get("config_id")]).toEqual(["code", "778899"]);
  expect(JSON.parse(embedded.get("extras") ?? "")).toEqual({
    setup: {},
    version: "v4",
    featureType: "whatsapp_business_app_onboarding",
    sessionInfoVersion: "3",
  });
  const { loginUrl } = (await admin.get("/facebook/official/login")).body;
  expect(signUp(loginUrl, token)).toEqual({ code: `code-${token}` });
  expect(signUp(loginUrl.replace("v4", "v2"), token)).toBe("switched off");
  run(system, "DELETE FROM installation_setting WHERE key = 'metaConfigId'");
});

test("a person chooses and names a number, and it is connected; the token is in no response", async () => {
  const { tenant, number, token, admin, choose } = office();
  const answer = await choose({ token });
  expect(answer.numbers).toMatchObject([
    {
      phoneNumberId: number.id,
      businessAccountId: number.businessId,
      name: "Loja Aurora",
      connectionId: null,
    },
  ]);
  expect(JSON.stringify(answer)).not.toContain("EAA");
  const chosen = { grant: answer.grant, phoneNumberId: number.id, businessAccountId: number.businessId };
  expect((await admin.post("/facebook/official", chosen)).body.details.fields).toEqual({ name: "required" });
  const connected = await admin.post("/facebook/official", { ...chosen, name: "Oficial" });
  await quiet(place.graph);
  expect(connected.body).toMatchObject({ name: "Oficial", provider: "cloud" });
  expect(one(tenant.db, "SELECT status FROM connection")).toEqual({ status: "CONNECTED" });
  expect(number.subscribed).toBe(true);
  // A second login updates the same connection with the new token.
  const again = await choose({ token });
  expect(again.numbers[0].connectionId).toBe(connected.body.id);
  const renewed = await admin.post("/facebook/official", { ...chosen, grant: again.grant });
  expect([renewed.status, renewed.body.id]).toEqual([200, connected.body.id]);
});

test("Embedded Sign-up returns a code; a new number is registered with its owner's PIN", async () => {
  const { number, token, admin, choose } = office();
  number.pin = null as string | null;
  cloudOf(place.graph.book).granular = false;
  const brought = { code: `code-${token}`, redirectUri: "https://balcao.example/connections" };
  const { grant, numbers } = await choose(brought);
  cloudOf(place.graph.book).granular = true;
  expect(numbers).toMatchObject([{ needsPin: true }]);
  const { phoneNumberId, businessAccountId } = numbers[0];
  const body = { grant, phoneNumberId, businessAccountId, name: "Novo", pin: "123456" };
  expect((await admin.post("/facebook/official", body)).status).toBe(200);
  expect(number.pin).toBe("123456");
  const wrong = await admin.post("/facebook/official/numbers", { ...brought, code: "code-guess" });
  expect([wrong.status, wrong.body.error]).toEqual([400, "ERR_PROVIDER_AUTH"]);
});

test("a number that the sign-up left unverified is verified by Meta's code and then registered", async () => {
  const { number, token, admin, choose } = office();
  Object.assign(number, { pin: null, isVerified: false });
  const { grant, numbers } = await choose({ token });
  expect(numbers).toMatchObject([{ needsPin: true, needsVerification: true }]);
  const { phoneNumberId, businessAccountId } = numbers[0];
  const path = "/facebook/official/verification";
  const early = await admin.post("/facebook/official", {
    ...{ grant, phoneNumberId, businessAccountId, name: "Cedo", pin: "123456" },
  });
  expect([early.status, early.body.error]).toEqual([400, "ERR_PROVIDER_AUTH"]);
  expect((await admin.post(path, { grant, phoneNumberId, method: "SMS" })).status).toBe(200);
  const wrong = await admin.put(path, { grant, phoneNumberId, code: "000-000" });
  expect([wrong.status, wrong.body.error]).toEqual([400, "ERR_PROVIDER_AUTH"]);
  expect((await admin.put(path, { grant, phoneNumberId, code: "135-790" })).status).toBe(200);
  const body = { grant, phoneNumberId, businessAccountId, name: "Verificado", pin: "123456" };
  expect((await admin.post("/facebook/official", body)).status).toBe(200);
});

test("a sign-up that ends without a number names the account that has none", async () => {
  const { number, choose, token } = office();
  number.isListed = false;
  expect(await choose({ token })).toMatchObject({ businesses: ["Loja Aurora"], numbers: [] });
});

test("a login grant is valid for one person and 15 minutes, and only for their numbers", async () => {
  const mine = office();
  const other = office();
  const { grant } = await mine.choose({ token: mine.token });
  const { id: phoneNumberId, businessId: businessAccountId } = mine.number;
  const body = { grant, phoneNumberId, businessAccountId, name: "Oficial" };
  const refused = async (answer: Promise<{ status: number; body: { error: string } }>) => {
    const { status, body: said } = await answer;
    return [status, said.error];
  };
  expect(await refused(other.admin.post("/facebook/official", body))).toEqual([400, "ERR_PROVIDER_AUTH"]);
  expect((await mine.admin.post("/facebook/official", body)).status).toBe(200);
  const second = office(mine.number);
  const { grant: theirs } = await second.choose({ token: second.token });
  expect(await refused(second.admin.post("/facebook/official", { ...body, grant: theirs }))).toEqual([
    409,
    "ERR_PAGE_IN_USE",
  ]);
  const late = office();
  const kept = await late.choose({ token: late.token });
  place.app.clock.advance(15 * 60_000);
  const fresh = place.app.api(late.chief);
  expect(await refused(fresh.post("/facebook/official", { ...body, grant: kept.grant }))).toEqual([
    400,
    "ERR_PROVIDER_AUTH",
  ]);
});

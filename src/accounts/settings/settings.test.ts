import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { one, run } from "#platform/db/database.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";
import { catalogue, type Definition, type SettingKey, settingKeys } from "./catalogue.ts";
import { languageOf, setting, timeZoneOf, writeSetting } from "./index.ts";

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.stop());

const setUp = () => {
  const tenant = app.company();
  const admin = testUser(tenant, { profile: "admin" });
  const attendant = testUser(tenant);
  const root = testUser(tenant, { profile: "admin" });
  run(tenant.db, "UPDATE user SET super = 1 WHERE id = ?", root.actor.id);
  return { tenant, admin: app.api(admin), attendant: app.api(attendant), root: app.api(root), ctx: admin };
};

describe("setting of a company", () => {
  test("a setting without a row has its typed default", () => {
    const tenant = app.company();
    expect(setting(tenant, "userSpyChat")).toBe(false);
    expect(setting(tenant, "CheckMsgIsGroup")).toBe(true);
    expect(setting(tenant, "distributionTimeout")).toBe(5);
    expect(setting(tenant, "campaignWindow")).toEqual({
      days: [0, 1, 2, 3, 4, 5, 6],
      from: "00:00",
      to: "24:00",
    });
    expect(setting(tenant, "optOutWords")).toContain("descadastrar");
    expect(timeZoneOf(tenant)).toBe("America/Sao_Paulo");
    expect(languageOf(tenant)).toBe("pt-BR");
    expect(setting(tenant, "passwordMinLength")).toBe(5);
  });

  test("the default of each setting passes its own validation", () => {
    const tenant = app.company();
    for (const key of settingKeys)
      expect(() => writeSetting(tenant, key, catalogue[key].fallback)).not.toThrow();
  });

  test("a changed setting has its new value at the next read", async () => {
    const { tenant, admin } = setUp();
    expect(setting(tenant, "userSpyChat")).toBe(false);
    expect(await admin.put("/settings/userSpyChat", { key: "x", value: "enabled" })).toMatchObject({
      status: 200,
      body: { key: "userSpyChat", value: "enabled" },
    });
    expect(setting(tenant, "userSpyChat")).toBe(true);
    expect((await admin.get("/settings/userSpyChat")).body.value).toBe("enabled");
  });

  test("a setting keeps its value when the transaction of the change fails", () => {
    const { tenant } = setUp();
    expect(() =>
      tenant.write(() => {
        writeSetting(tenant, "language", "es");
        expect(languageOf(tenant)).toBe("pt-BR");
        throw new Error("no");
      }),
    ).toThrow("no");
    expect(languageOf(tenant)).toBe("pt-BR");
  });

  test("a setting rejects a value of another type", async () => {
    const { admin } = setUp();
    for (const [key, value] of [
      ["userSpyChat", "true"],
      ["timeZone", "Mars/Olympus"],
      ["distributionTimeout", "0"],
      ["distributionTimeout", "1.5"],
      ["holidays", '{"a":1}'],
      ["holidays", "not json"],
      ["ipixc", "javascript:alert(1)"],
      ["greetingAcceptedMessage", "x".repeat(1001)],
    ])
      expect(await admin.put(`/settings/${key}`, { value })).toMatchObject({
        status: 400,
        body: { error: "ERR_VALIDATION", details: { fields: { value: "invalid" } } },
      });
    const holidays = '[{"date":"12-25","spans":[]}]';
    expect((await admin.put("/settings/holidays", { value: holidays })).body.value).toBe(holidays);
  });

  test("an unknown setting is rejected with 404", async () => {
    const { admin } = setUp();
    const missing = { status: 404, body: { error: "ERR_NO_SETTING_FOUND" } };
    for (const key of ["nope", "constructor", "__proto__", "messageInterval"]) {
      expect(await admin.get(`/settings/${key}`)).toMatchObject(missing);
      expect(await admin.put(`/settings/${key}`, { value: "5" })).toMatchObject(missing);
    }
  });
});

describe("access to settings", () => {
  test("attendants read public settings, admins more, super users all", async () => {
    const { admin, attendant, root } = setUp();
    const keys = async (api: typeof admin) =>
      new Set((await api.get("/settings")).body.map(({ key }: { key: string }) => key));
    const [few, more, most] = [await keys(attendant), await keys(admin), await keys(root)];
    expect(few.has("userSpyChat")).toBe(true);
    for (const key of ["campaignDailyCap", "tokenixc"])
      expect([few.has(key), more.has(key)]).toEqual([false, true]);
    for (const key of ["pixKey", "smtpUrl"]) expect([more.has(key), most.has(key)]).toEqual([false, true]);
    expect((await attendant.get("/settings/campaignDailyCap")).status).toBe(403);
    expect((await admin.get("/settings/smtpUrl")).status).toBe(403);
  });

  test("only admins change settings, and some settings only super users", async () => {
    const { tenant, admin, attendant, root } = setUp();
    expect((await attendant.put("/settings/call", { value: "enabled" })).status).toBe(403);
    expect((await admin.put("/settings/campaignsEnabled", { value: "true" })).status).toBe(403);
    expect((await admin.put("/settings/passwordMinLength", { value: "6" })).status).toBe(403);
    expect((await root.put("/settings/campaignsEnabled", { value: "true" })).status).toBe(200);
    expect(setting(tenant, "campaignsEnabled")).toBe(true);
  });

  test("a setting of the installation applies to every company", async () => {
    const { root } = setUp();
    await root.put("/settings/pixCity", { value: "Recife" });
    expect(setting(app.company(), "pixCity")).toBe("Recife");
  });
});

describe("announced WhatsApp version", () => {
  test("the announced WhatsApp version is three numbers, or empty", async () => {
    const { tenant, root } = setUp();
    for (const value of ["2.3000", "2.3000.x", "v2.3000.1", "2.3000.1.5", "-1.0.0"])
      expect((await root.put("/settings/waVersion", { value })).status).toBe(400);
    await root.put("/settings/waVersion", { value: "2.3000.1023456789" });
    expect(setting(tenant, "waVersion")).toEqual([2, 3000, 1_023_456_789]);
    await root.put("/settings/waVersion", { value: "" });
    expect(setting(tenant, "waVersion")).toBeNull();
  });
});

/** Invalid values for each key; keys that are missing here are switches. */
const WRONG: Partial<Record<SettingKey, readonly string[]>> = {
  scheduleType: ["", "always", "Company"],
  chatBotType: ["", "buttons"],
  campaignsEnabled: ["enabled", "1", ""],
  timeZone: ["", "Mars/Olympus", "GMT+25"],
  language: ["", "pt", "fr"],
  outOfHoursAction: ["", "drop"],
  campaignConfirmMode: ["", "all"],
  paymentProvider: ["", "stripe"],
  undoCloseSeconds: ["", "-1", "16", "2.5", "abc"],
  wakeReturnMinutes: ["", "-1", "1441", "1.5"],
  distributionTimeout: ["", "0", "121", "1.5", "-1", "1e1", "abc"],
  returnOpenWhenOfflineMinutes: ["", "-1", "1441"],
  campaignDailyCap: ["", "5001"],
  followUpDailyCap: ["", "-1", "2001", "1.5"],
  mediaRetentionDays: ["", "3651", "-5"],
  ticketRetentionDays: ["", "3651", "-5"],
  passwordMinLength: ["", "4", "51"],
  freeServiceMessages: ["", "-1", "1.5", "abc"],
  linkExtensionUrl: ["javascript:alert(1)", "chrome.example"],
  waVersion: ["2", "2.3000", "2.3000.x"],
  metaConfigId: ["x1", "12 34", "1".repeat(31)],
  holidays: ["", "{}", "[1]", '[{"date":"25/12","spans":[]}]', '[{"date":"12-25","spans":[["9","12"]]}]'],
  optOutWords: ["", '"sair"', "[1]", '[""]'],
  campaignWindow: ["", "[]", '{"days":[7],"from":"00:00","to":"24:00"}', '{"days":[1],"from":"8","to":"9"}'],
  ipixc: ["ftp://x", "javascript:alert(1)", "exemplo.com"],
  ipmkauth: ["file:///etc/passwd"],
};
const longText = (max: number) => ["x".repeat(max + 1)];
for (const key of [
  ...["greetingAcceptedMessage", "transferQueueMessage", "transferUserMessage", "transferBothMessage"],
  ...["askPhoneMessage", "invalidOptionMessage", "callRejectedMessage"],
])
  WRONG[key as SettingKey] = longText(1000);
Object.assign(WRONG, { pixKey: longText(77), pixName: longText(25), pixCity: longText(15) });

describe("each setting", () => {
  const pageKeys = settingKeys.filter((key) => catalogue[key].place !== "campaign");
  const definition = (key: SettingKey): Definition => catalogue[key];

  test("a setting keeps its value when an invalid one is rejected", async () => {
    const { root } = setUp();
    for (const key of pageKeys) {
      if (definition(key).secret) continue;
      const before = (await root.get(`/settings/${key}`)).body.value;
      for (const value of WRONG[key] ?? ["", "true", "Enabled", "1"]) {
        const { status, body } = await root.put(`/settings/${key}`, { value });
        expect([key, value.slice(0, 60), status, body.error]).toEqual([
          key,
          value.slice(0, 60),
          400,
          "ERR_VALIDATION",
        ]);
        expect(body.details.fields).toEqual({ value: "invalid" });
      }
      for (const value of [null, 5, true, { a: 1 }, ["enabled"], undefined])
        expect([key, (await root.put(`/settings/${key}`, { value })).status]).toEqual([key, 400]);
      expect((await root.get(`/settings/${key}`)).body.value).toBe(before);
    }
  });

  test("a setting is read and written only by the profiles of the table", async () => {
    const { admin, attendant, root } = setUp();
    for (const key of pageKeys) {
      const { reads, writes } = definition(key);
      const read = async (api: typeof admin) => (await api.get(`/settings/${key}`)).status === 200;
      expect([key, await read(attendant), await read(admin), await read(root)]).toEqual([
        key,
        reads === "all",
        reads !== "super",
        true,
      ]);
      const value = definition(key).secret ? "********" : definition(key).fallback;
      const write = async (api: typeof admin) => (await api.put(`/settings/${key}`, { value })).status;
      expect([key, await write(attendant), await write(admin), await write(root)]).toEqual([
        key,
        403,
        writes === "super" ? 403 : 200,
        200,
      ]);
    }
  });

  test("a setting of one company does not affect other companies", async () => {
    const [mine, other] = [setUp(), setUp()];
    await mine.admin.put("/settings/userSpyChat", { value: "enabled", companyId: other.tenant.id });
    await mine.admin.put(`/settings/call?companyId=${other.tenant.id}`, { value: "enabled" });
    expect([setting(other.tenant, "userSpyChat"), setting(other.tenant, "call")]).toEqual([false, false]);
    expect([setting(mine.tenant, "userSpyChat"), setting(mine.tenant, "call")]).toEqual([true, true]);
  });
});

describe("secret setting", () => {
  test("a secret setting is encrypted in the database, masked in responses, and unchanged when its mask is sent back", async () => {
    const { tenant, admin } = setUp();
    expect((await admin.put("/settings/tokenixc", { value: "canary-7" })).body.value).toBe("********");
    const stored = () =>
      one<{ value: string }>(tenant.db, "SELECT value FROM setting WHERE key = 'tokenixc'")?.value;
    expect(stored()).not.toContain("canary");
    await admin.put("/settings/tokenixc", { value: "********" });
    expect(setting(tenant, "tokenixc")).toBe("canary-7");
    await admin.put("/settings/tokenixc", { value: "" });
    expect(stored()).toBeUndefined();
    expect((await admin.get("/settings/tokenixc")).body.value).toBe("");
  });
});

describe("broadcasts of settings", () => {
  test("changed settings are broadcast to users who may read them; secrets are never broadcast", async () => {
    const tenant = app.company();
    const [admin, attendant] = [testUser(tenant, { profile: "admin" }), testUser(tenant)];
    const [high, low] = [await app.socket(admin), await app.socket(attendant)];
    writeSetting(tenant, "asaas", "canary-8");
    writeSetting(tenant, "campaignDailyCap", "9");
    writeSetting(tenant, "call", "enabled");
    await app.settled(admin, high);
    await app.settled(attendant, low);
    const keys = (socket: typeof high) =>
      socket.events("setting").map((data) => (data["setting"] as { key: string }).key);
    expect(keys(high)).toEqual(["campaignDailyCap", "call"]);
    expect(keys(low)).toEqual(["call"]);
    high.close();
    low.close();
  });
});

describe("certificate of Efí", () => {
  const PAIR = ["CERTIFICATE", "PRIVATE KEY"]
    .map((part) => `-----BEGIN ${part}-----\nAA==\n-----END ${part}-----`)
    .join("\n");

  test("the Efí certificate is stored only as a certificate with its key in PEM, validated as on the page", async () => {
    const { tenant, root } = setUp();
    await root.put("/settings/efiCertificate", { value: PAIR });
    for (const value of [
      "no certificate",
      PAIR.slice(0, 60),
      PAIR.replaceAll("PRIVATE", "ENCRYPTED PRIVATE"),
    ])
      expect(await root.put("/settings/efiCertificate", { value })).toMatchObject({
        status: 400,
        body: { error: "ERR_VALIDATION", details: { fields: { value: "invalid" } } },
      });
    expect(setting(tenant, "efiCertificate")).toBe(PAIR);
    await root.put("/settings/efiCertificate", { value: "" });
    expect(setting(tenant, "efiCertificate")).toBe("");
  });
});

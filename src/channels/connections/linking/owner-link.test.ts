import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { SessionChanged } from "#channels/connections/events.ts";
import { createIntake } from "#channels/connections/intake.ts";
import { passkeyOutcomes } from "#channels/connections/linking/outcomes.ts";
import { createOwnerLink } from "#channels/connections/linking/owner-link.ts";
import type { PasskeyResult, PasskeyState, SessionKey } from "#channels/connections/provider.ts";
import { ProviderPort } from "#channels/connections/provider-port.ts";
import { one, run } from "#platform/db/database.ts";
import { sha256 } from "#platform/ids.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";
import { type ScriptedProvider, scriptedProvider, settle } from "#test/helpers/provider.ts";

let app: TestApp;
let tenant: Tenant;
let admin: UserCtx;
let attendant: UserCtx;
let provider: ScriptedProvider;
let key: SessionKey;
let state: PasskeyState | null = null;
let result: PasskeyResult = { state: "accepted" };

beforeAll(async () => {
  provider = scriptedProvider();
  const withPasskey = {
    ...provider,
    passkey: async () => state,
    answerPasskey: async () => result,
    confirmPasskey: async () => result,
  };
  app = await startTestApp({
    env: { METRICS_TOKEN: "a metrics token" },
    plug: ({ ports }) => ports.plug(ProviderPort, withPasskey),
  });
  provider.attach(createIntake(app.installation));
  tenant = app.company();
  admin = testUser(tenant, { profile: "admin" });
  attendant = testUser(tenant, { profile: "supervisor" });
});
afterAll(() => app.stop());
let names = 0;
beforeEach(async () => {
  state = null;
  result = { state: "accepted" };
  const created = await app.api(admin).post("/whatsapp", { name: `Loja ${++names}` });
  key = { companyId: tenant.id, connectionId: created.body.id };
  await settle();
  provider.say(key, { type: "qr", qr: `2@code-${names}`, attempt: 1 });
});

const path = () => `/whatsappsession/${key.connectionId}`;
const assertion = {
  id: "YQ",
  rawId: "YQ",
  type: "public-key",
  response: { clientDataJSON: "YQ", authenticatorData: "YQ", signature: "YQ", userHandle: null },
};
async function newToken(): Promise<string> {
  const { body } = await app.api(admin).post(`${path()}/owner-link`);
  return body.url.split("/link/")[1];
}
const waiting = (): PasskeyState => ({
  step: "passkey_required",
  options: { challenge: "YWJj", rpId: "whatsapp.com" },
  expiresAt: app.clock.now() + 600_000,
  code: null,
});

describe("the passkey calls", () => {
  test("an admin reads the passkey request of a connection, and sends and confirms the answer", async () => {
    state = waiting();
    const got = await app.api(admin).get(`${path()}/passkey`);
    expect(got.body).toMatchObject({
      step: "passkey_required",
      options: { challenge: "YWJj" },
      code: null,
      extensionUrl: "/link-extension.zip",
    });
    expect((await app.api(admin).post(`${path()}/passkey`, { assertion })).status).toBe(200);
    expect((await app.api(admin).post(`${path()}/passkey/confirm`)).status).toBe(200);
  });

  test("attendants, supervisors and other companies get 404 on every passkey call", async () => {
    state = waiting();
    const stranger = testUser(app.company(), { profile: "admin" });
    for (const who of [attendant, testUser(tenant), stranger]) {
      const api = app.api(who);
      const replies = [
        await api.get(`${path()}/passkey`),
        await api.post(`${path()}/passkey`, { assertion }),
        await api.post(`${path()}/passkey/confirm`),
        await api.post(`${path()}/owner-link`),
      ];
      expect(replies.map(({ status, body }) => [status, body.error])).toEqual(
        Array(4).fill([404, "ERR_NO_WAPP_FOUND"]),
      );
    }
  });

  test("each result of the driver for a sent passkey has its own error", async () => {
    const send = async () => {
      const { status, body } = await app.api(admin).post(`${path()}/passkey`, { assertion });
      return [status, body.error, body.details];
    };
    result = { state: "invalid", field: "origin" };
    expect(await send()).toEqual([400, "ERR_PASSKEY_INVALID", { field: "origin" }]);
    result = { state: "wrong_step" };
    expect(await send()).toEqual([409, "ERR_PASSKEY_STATE", undefined]);
    result = { state: "refused", code: 428 };
    expect(await send()).toEqual([502, "ERR_PASSKEY_REFUSED", { code: 428 }]);
  });

  test("the sixth passkey sent to the network within an hour gets 429; invalid passkeys do not count", async () => {
    const send = async () => (await app.api(admin).post(`${path()}/passkey`, { assertion })).status;
    result = { state: "invalid", field: "challenge" };
    for (let time = 0; time < 7; time++) expect(await send()).toBe(400);
    result = { state: "refused", code: 428 };
    for (let time = 0; time < 5; time++) expect(await send()).toBe(502);
    expect(await send()).toBe(429);
    app.clock.advance(3_600_001);
    expect(await send()).toBe(502);
  });

  test("an assertion with fields that are too long or not base64url is refused", async () => {
    const send = (id: string) =>
      app.api(admin).post(`${path()}/passkey`, { assertion: { ...assertion, id } });
    expect((await send("a".repeat(1401))).status).toBe(400);
    expect((await send("a b")).status).toBe(400);
  });

  test("a body above 16 kB is refused with 413 for admins and on the link for the phone's owner", async () => {
    const token = await newToken();
    const paths = [`${path()}/passkey`, `/public-link/${token}/passkey`];
    const sizes = [16 * 1024, 16 * 1024 + 1].map((bytes) => {
      const empty = JSON.stringify({ assertion, more: "" }).length;
      return { assertion, more: "x".repeat(bytes - empty) };
    });
    for (const [index, each] of paths.entries())
      for (const [n, body] of sizes.entries())
        expect((await app.api(index === 0 ? admin : undefined).post(each, body)).status).toBe(
          n === 0 ? 200 : 413,
        );
  });

  test("the setting linkExtensionUrl replaces the zip of the installation as the address of the extension", async () => {
    const address = "https://chromewebstore.google.com/detail/balcao";
    const boss = testUser(tenant, { profile: "admin" });
    run(tenant.db, "UPDATE user SET super = 1 WHERE id = ?", boss.actor.id);
    const saved = await app.api(boss).put("/settings/linkExtensionUrl", { value: address });
    expect(saved.status).toBe(200);
    const url = async () => (await app.api(admin).get(`${path()}/passkey`)).body.extensionUrl;
    expect(await url()).toBe(address);
    const { body } = await app.api().get(`/public-link/${await newToken()}`);
    expect(body.passkey.extensionUrl).toBe(address);
    await app.api(boss).put("/settings/linkExtensionUrl", { value: "" });
    expect(await url()).toBe("/link-extension.zip");
  });

  test("a link for the phone's owner leaves an audit entry with its author and connection, without the token", async () => {
    const token = await newToken();
    const { body } = await app.api(admin).get("/audit?kind=connection");
    expect(body.records[0]).toMatchObject({
      ...{ who: "person", userId: admin.actor.id, kind: "connection", verb: "link-created" },
      ...{ thingId: String(key.connectionId), thing: `Loja ${names}` },
    });
    expect(JSON.stringify(body)).not.toContain(token);
  });

  test("the metrics count each end of a link with a passkey once, by outcome", async () => {
    const before = passkeyOutcomes(app.installation);
    for (const reason of ["passkey_timeout", "passkey_refused", "passkey_unanswered", "network"] as const) {
      const { body } = await app.api(admin).post("/whatsapp", { name: `Loja ${++names}` });
      key = { companyId: tenant.id, connectionId: body.id };
      await settle();
      provider.say(key, { type: "qr", qr: `2@code-${names}`, attempt: 1 });
      for (const step of ["passkey_required", "passkey_answered"] as const)
        provider.say(key, { type: "passkey", step });
      provider.say(key, { type: "closed", reason, detail: "" });
      await settle();
    }
    const headers = { authorization: "Bearer a metrics token" };
    const metrics = await (await fetch(`${app.url}/metrics`, { headers })).text();
    const counted = (outcome: string) => (before[outcome] ?? 0) + 1;
    for (const end of ["timeout", "refused", "unanswered", "interrupted"])
      expect(metrics).toContain(
        `balcao_passkey_links{outcome="passkey_${end}"} ${counted(`passkey_${end}`)}\n`,
      );
    expect(passkeyOutcomes(app.installation)["passkey_linked"]).toBe(before["passkey_linked"] ?? 0);
  });

  test("the broadcast and the row of a connection contain the passkey step", async () => {
    const socket = await app.socket(admin);
    provider.say(key, { type: "passkey", step: "passkey_required" });
    expect(await socket.event("whatsappSession", "update")).toMatchObject({
      session: { status: "PAIRING", statusReason: "passkey_required", qrcode: "" },
    });
    provider.say(key, { type: "closed", reason: "network", detail: "" });
    await settle();
    const row = one<{ status: string; reason: string }>(
      tenant.db,
      "SELECT status, status_reason AS reason FROM connection WHERE id = ?",
      key.connectionId,
    );
    expect(row).toEqual({ status: "DISCONNECTED", reason: "pairing_timeout" });
  });
});

describe("the link for the owner of the phone", () => {
  test("the link for the phone's owner shows company, connection, QR code and passkey step without a login, and nothing else", async () => {
    const token = await newToken();
    state = waiting();
    const { status, body } = await app.api().get(`/public-link/${token}`);
    expect(status).toBe(200);
    expect(Object.keys(body).toSorted()).toEqual([
      "company",
      "connection",
      "expiresAt",
      "passkey",
      "qrcode",
      "retries",
      "status",
      "statusReason",
    ]);
    expect(body).toMatchObject({ connection: `Loja ${names}`, status: "qrcode", qrcode: `2@code-${names}` });
    expect(body.passkey.options.challenge).toBe("YWJj");
    expect((await app.api().post(`/public-link/${token}/passkey`, { assertion })).status).toBe(200);
    expect((await app.api().post(`/public-link/${token}/confirm`)).status).toBe(200);
  });

  test("the 31st call of an address to owner links within a minute gets 429", async () => {
    app.clock.advance(60_000);
    const codes: number[] = [];
    for (let call = 0; call < 31; call++)
      codes.push((await app.api().get(`/public-link/${"A".repeat(43)}`)).status);
    expect(codes).toEqual([...Array(30).fill(410), 429]);
    app.clock.advance(60_000);
  });

  test("a support session creates no link for the phone's owner, because the link outlives it", async () => {
    const support = { tenant, actor: { ...admin.actor, supportUntil: Number.MAX_SAFE_INTEGER } };
    await expect(createOwnerLink(support, key.connectionId)).rejects.toThrow("ERR_NO_PERMISSION");
  });

  test("only the hash of an owner link is stored", async () => {
    const token = await newToken();
    const rows = app.installation.system.$client.prepare("SELECT * FROM owner_link").all();
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test("the link for the phone's owner expires after 15 minutes; an unknown token gets the same 410", async () => {
    const token = await newToken();
    app.clock.advance(15 * 60_000);
    for (const each of [token, "A".repeat(43)]) {
      const { status, body } = await app.api().get(`/public-link/${each}`);
      expect([status, body.error]).toEqual([410, "ERR_LINK_EXPIRED"]);
    }
  });

  test("after the number was linked, the link for the phone's owner shows only that, even when a new QR code exists later", async () => {
    const token = await newToken();
    provider.say(key, { type: "pairing" });
    provider.open(key);
    await settle();
    provider.say(key, { type: "closed", reason: "logged_out", detail: "" });
    await settle();
    await app.api(admin).post(path());
    await settle();
    provider.say(key, { type: "qr", qr: "2@later", attempt: 1 });
    const { body } = await app.api().get(`/public-link/${token}`);
    expect(body).toMatchObject({ status: "CONNECTED", qrcode: "" });
    expect((await app.api().post(`/public-link/${token}`)).status).toBe(410);
    expect((await app.api().post(`/public-link/${token}/passkey`, { assertion })).status).toBe(410);
  });

  test("the phone's owner gets a new QR code after the last one expired; a linked connection is not changed", async () => {
    const token = await newToken();
    provider.say(key, { type: "closed", reason: "qr_not_scanned", detail: "" });
    await settle();
    expect((await app.api().post(`/public-link/${token}`)).body).toMatchObject({ status: "OPENING" });
    provider.open(key);
    await settle();
    const created = await app.api(admin).post(`${path()}/owner-link`);
    expect([created.status, created.body.error]).toEqual([409, "ERR_PASSKEY_STATE"]);
  });

  test("the fourth link for the phone's owner on one day gets 429, and the links of a deleted connection end", async () => {
    const tokens = [await newToken(), await newToken(), await newToken()];
    expect((await app.api(admin).post(`${path()}/owner-link`)).status).toBe(429);
    run(tenant.db, "UPDATE connection SET deleted_at = 1 WHERE id = ?", key.connectionId);
    expect((await app.api().get(`/public-link/${tokens[2]}`)).status).toBe(410);
  });

  test("the links of a removed and of a disabled company end", async () => {
    const boss = testUser(tenant, { profile: "admin" });
    run(tenant.db, "UPDATE user SET super = 1 WHERE id = ?", boss.actor.id);
    for (const end of ["removed", "disabled"]) {
      const company = app.company(`Company that is ${end}`);
      const owner = testUser(company, { profile: "admin" });
      const { body } = await app.api(owner).post("/whatsapp", { name: "Loja" });
      await settle();
      provider.say(
        { companyId: company.id, connectionId: body.id },
        { type: "qr", qr: "2@code", attempt: 1 },
      );
      const link = await app.api(owner).post(`/whatsappsession/${body.id}/owner-link`);
      const path = `/public-link/${link.body.url.split("/link/")[1]}`;
      expect((await app.api().get(path)).status).toBe(200);
      if (end === "removed")
        expect((await app.api(boss).delete(`/companies/${company.id}`)).status).toBe(200);
      else {
        run(app.installation.system, "UPDATE company SET active = 0 WHERE id = ?", company.id);
        app.installation.tenants.refresh(company.id);
      }
      const { status, body: answer } = await app.api().get(path);
      expect([status, answer.error]).toEqual([410, "ERR_LINK_EXPIRED"]);
    }
  });

  test("an owner link is marked as used before its linked session is stored, so that a kill in between allows no second use", async () => {
    const token = await newToken();
    const used: unknown[] = [];
    app.installation.bus.within(SessionChanged, (_unit, { after }) => {
      const row = one<{ at: number | null }>(
        app.installation.system,
        "SELECT used_at AS at FROM owner_link WHERE token_hash = ?",
        sha256(token),
      );
      if (after.status === "CONNECTED") used.push(typeof row?.at);
    });
    provider.open(key);
    await settle();
    expect(used).toEqual(["number"]);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { setPasswordOf } from "#accounts/auth/index.ts";
import { one, run } from "#platform/db/database.ts";
import { sha256 } from "#platform/ids.ts";
import { startTestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";
import {
  DAY,
  dead,
  type SignupWorld,
  startSignupWorld,
  testOffer,
  WAITS,
  WRONG_PASSWORD,
} from "./testing.ts";

let w: SignupWorld;
beforeAll(async () => {
  w = await startSignupWorld();
});
afterAll(() => w.stop());
beforeEach(() => {
  w.set("confirmSignup", "enabled");
  w.set("allowSignup", "enabled");
});

describe("change while a sign-up waited for its confirmation:", () => {
  test("a confirmed sign-up whose company name was taken meanwhile gets the name with a number", async () => {
    const { who, name, before } = await w.signUp();
    const other = w.app.company(name);
    expect((await w.confirm(await w.codeOf(before))).status).toBe(200);
    expect(w.companiesOf(who.email)).toMatchObject([{ name: `${name} (2)` }]);
    expect(other.company.name).toBe(name);
  });

  test("a confirmation gets 409 when its e-mail got an account meanwhile, and nothing of the company is left", async () => {
    const { who, before } = await w.signUp();
    const files = w.folders();
    await w.app.person(w.app.installation.tenants.open(1), { email: who.email });
    expect(await w.confirm(await w.codeOf(before))).toMatchObject({
      ...{ status: 409, body: { error: "ERR_EMAIL_IN_USE" } },
    });
    expect([w.companiesOf(who.email), w.folders()]).toEqual([[], files]);
  });

  test("a confirmation gets 409 when its plan was deleted meanwhile; a plan that is only no longer on offer is accepted", async () => {
    const plan = testOffer(w.app);
    const { before } = await w.signUp({ planId: plan });
    const code = await w.codeOf(before);
    const kept = await w.signUp({ planId: plan });
    run(w.app.installation.system, "UPDATE plan SET public = 0 WHERE id = ?", plan);
    expect((await w.confirm(await w.codeOf(kept.before))).status).toBe(200);
    run(w.app.installation.system, "UPDATE waiting_signup SET plan_id = 4711 WHERE plan_id = ?", plan);
    expect(await w.confirm(code)).toMatchObject({ status: 409, body: { error: "ERR_SIGNUP_PLAN" } });
  });

  test("a confirmation gets 403 while the provider has closed sign-ups, and succeeds when they are open again", async () => {
    const { before } = await w.signUp();
    const code = await w.codeOf(before);
    w.set("allowSignup", "disabled");
    expect(await w.confirm(code)).toMatchObject({ status: 403, body: { error: "ERR_SIGNUP_DISABLED" } });
    w.set("allowSignup", "enabled");
    expect((await w.confirm(code)).status).toBe(200);
  });

  test("when confirmations are switched off meanwhile, the first login of a waiting sign-up creates its company", async () => {
    const { who } = await w.signUp();
    w.set("confirmSignup", "disabled");
    expect(await w.login({ ...who, password: "falsa" })).toMatchObject(WRONG_PASSWORD);
    expect(w.companiesOf(who.email)).toHaveLength(0);
    expect((await w.login(who)).status).toBe(200);
    expect(w.companiesOf(who.email)).toHaveLength(1);
  });
});

describe("super users and waiting sign-ups", () => {
  test("super users see waiting sign-ups, mail the link again and delete them; admins of companies cannot", async () => {
    const { who, name, before } = await w.signUp();
    await w.codeOf(before);
    const root = testUser(w.app.installation.tenants.open(1), { profile: "admin" });
    run(root.tenant.db, "UPDATE user SET super = 1 WHERE id = ?", root.actor.id);
    const provider = w.app.api(root);
    const page = await provider.get("/signups?pageNumber=1");
    const found = page.body.signups[0];
    expect(found).toMatchObject({
      name,
      adminName: "Dona Aurora",
      email: who.email,
      planName: expect.stringContaining("Plano"),
    });
    expect((await provider.post(`/signups/${found.id}/again`, {})).status).toBe(200);
    const code = await w.codeOf(before + 1);
    expect((await provider.delete(`/signups/${found.id}`)).status).toBe(200);
    expect(await w.confirm(code)).toMatchObject(dead("unknown"));
    expect(await w.login(who)).toMatchObject(WRONG_PASSWORD);
    expect((await provider.delete(`/signups/${found.id}`)).status).toBe(404);
    const admin = w.app.api(testUser(w.app.company("Outra"), { profile: "admin" }));
    for (const reply of [await admin.get("/signups"), await admin.delete(`/signups/${found.id}`)])
      expect(reply.status).toBe(403);
  });
});

test("the eleventh waiting sign-up of an IP network is rejected; above a thousand the oldest of the IP network with most is deleted", async () => {
  const limited = await startTestApp({
    env: { SMTP_URL: w.server.url, TRUSTED_PROXIES: "127.0.0.1" },
  });
  limited.company("Provedor");
  const now = limited.clock.now();
  const { system } = limited.installation;
  const plan = run(
    system,
    `INSERT INTO plan (name, users, connections, queues, value_cents, public, created_at, updated_at)
       VALUES ('Básico', 5, 5, 5, 0, 1, ?, ?)`,
    now,
    now,
  ).id;
  const attempt = (email: string, from: string) => {
    limited.clock.advance(60_000);
    const body = { name: `Empresa ${email}`, email, password: "segredo", planId: plan };
    return limited.api().post("/companies/cadastro", body, { "x-forwarded-for": from });
  };
  for (let n = 0; n < 10; n += 1) expect((await attempt(`a${n}@x.example`, "2001:db8::1")).status).toBe(200);
  const refused = await attempt("a10@x.example", "2001:db8::2");
  expect(refused).toMatchObject({ status: 429, body: { error: "ERR_RATE_LIMIT" } });
  expect((await attempt("a9@x.example", "2001:db8::2")).status).toBe(200);
  run(
    system,
    `INSERT INTO waiting_signup (email, company_name, admin_name, phone, plan_id, password_hash, language, network,
         sent, counted_from, created_at, expires_at)
       WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 990)
       SELECT 'b' || n, 'B', 'B', '', 1, '', 'en', 'net ' || n, 0, 0, ?, ? FROM n`,
    now,
    now + 9 * DAY,
  );
  expect((await attempt("c@x.example", "198.51.100.7")).status).toBe(200);
  const waits = (email: string) =>
    one(system, "SELECT 1 FROM waiting_signup WHERE email = ?", email) !== undefined;
  expect([waits("a0@x.example"), waits("a1@x.example"), waits("b1"), waits("c@x.example")]).toEqual([
    ...[false, true, true, true],
  ]);
  await limited.stop();
});

describe("company created by an earlier release before its confirmation", () => {
  const CODE = "o".repeat(43);
  async function unconfirmed() {
    w.set("confirmSignup", "disabled");
    const { who, reply } = await w.signUp();
    w.set("confirmSignup", "enabled");
    const userId = (await w.login(who)).body.user.id;
    run(
      w.app.installation.system,
      "INSERT INTO email_confirmation VALUES (?, ?, ?, ?, ?, 1, ?)",
      reply.body.id,
      userId,
      who.email,
      sha256(CODE),
      w.app.clock.now() + 2 * DAY,
      w.app.clock.now(),
    );
    return who;
  }

  test("an unconfirmed company of an earlier release is confirmed by its link, once", async () => {
    const who = await unconfirmed();
    expect(await w.login(who)).toMatchObject(WAITS);
    expect((await w.confirm(CODE)).status).toBe(200);
    expect(await w.confirm(CODE)).toMatchObject(dead("unknown"));
    expect((await w.login(who)).status).toBe(200);
  });

  test("an unconfirmed company of an earlier release is mailed another link, at most five an hour", async () => {
    const who = await unconfirmed();
    const mails = w.server.mails.length;
    for (let n = 0; n < 8; n += 1) await w.again(who);
    const code = await w.codeOf(mails + 3);
    expect(w.server.mails).toHaveLength(mails + 4);
    expect(await w.confirm(CODE)).toMatchObject(dead("unknown"));
    expect((await w.confirm(code)).status).toBe(200);
  });

  test("an unconfirmed company of an earlier release is confirmed by a password set by mail or on the command line too", async () => {
    const who = await unconfirmed();
    await setPasswordOf(w.app.installation, who.email, "outra senha");
    expect((await w.login({ ...who, password: "outra senha" })).status).toBe(200);
  });
});

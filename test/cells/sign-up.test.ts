import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { one, run } from "#platform/db/database.ts";
import { AppError } from "#platform/errors.ts";
import { createApi } from "#test/helpers/api.ts";
import { cookieOf } from "./office.ts";
import { CREATION, type PlacementWorld, startPlacementWorld } from "./placement-world.ts";

/** docs/rules/cells.md#placement */

let w: PlacementWorld;
beforeAll(async () => {
  w = await startPlacementWorld();
});
afterAll(() => w.stop());
beforeEach(() => w.reset());

describe("a sign-up at any cell", () => {
  test("its company is created in the cell with the lowest load, in its trial, with its first invoice", async () => {
    w.setConfirmed("disabled");
    w.prefer(3);
    const { who, name, reply } = await w.signUp(2);
    expect(reply.status).toBe(200);
    const body = (await reply.json()) as { id: number; token: string; invoice: { dueDate: string } };
    expect(w.companiesOf(who.email)).toEqual([{ cell: 3, id: body.id, name }]);
    expect(body).toMatchObject({
      id: 3_000_000,
      confirmEmail: false,
      invoice: { value: 99.9, status: "open" },
    });
    const bills = await createApi(w.cells.of(1).url, body.token).get("/invoices/all");
    expect(bills.body.invoices).toEqual([body.invoice]);
    const login = await w.post(1, "/auth/login", who);
    expect(await login.json()).toMatchObject({
      user: { name: "Dona Aurora", profile: "admin", companyId: body.id },
    });
    expect(cookieOf(login, "cell")).toBe("3");
  });

  test("a confirmed link creates the company there and signs in the browser that signed up, with the cell as a hint", async () => {
    w.prefer(2);
    const { who, name, cookie, code } = await w.signUp(3);
    const reply = await w.post(
      3,
      "/auth/confirm",
      { token: await code() },
      { cookie, "x-forwarded-for": "203.0.113.7" },
    );
    expect(reply.status).toBe(200);
    const { session } = (await reply.json()) as { session: { token: string } };
    const [company] = w.companiesOf(who.email);
    expect(company).toMatchObject({ cell: 2, name });
    expect(cookieOf(reply, "cell")).toBe("2");
    const me = await createApi(w.cells.of(1).url, session.token).get("/auth/me");
    expect(me.body).toMatchObject({ companyId: company?.id, profile: "admin" });
    const renewed = await w.post(1, "/auth/refresh_token", {}, { cookie: `jrt=${cookieOf(reply, "jrt")}` });
    expect(renewed.status).toBe(200);
    const tenant = w.cells.of(2).installation.tenants.open(company?.id ?? 0);
    expect(one<{ ip: string }>(tenant.db, "SELECT ip FROM session")?.ip).toBe("203.0.113.7");
    expect(w.waitingOf(who.email)).toEqual([]);
    const again = await w.post(1, "/auth/confirm", { token: await code() });
    expect(await again.json()).toMatchObject({ details: { reason: "used" } });
  });

  test("another browser is not signed in by the link", async () => {
    w.prefer(2);
    const { who, code } = await w.signUp(1);
    const reply = await w.post(1, "/auth/confirm", { token: await code() });
    expect(await reply.json()).toMatchObject({ email: who.email, session: null });
    expect(cookieOf(reply, "jrt")).toBeUndefined();
    expect((await w.post(3, "/auth/login", who)).status).toBe(200);
  });

  test("signing in at another cell before the confirmation is answered as at the home cell", async () => {
    const { who } = await w.signUp(1);
    for (const cell of [1, 2, 3]) {
      const waits = await w.post(cell, "/auth/login", who);
      expect([waits.status, await waits.json()]).toEqual([403, { error: "ERR_EMAIL_NOT_CONFIRMED" }]);
      expect((await w.post(cell, "/auth/login", { ...who, password: "falsa" })).status).toBe(401);
    }
  });

  test("when confirmations were switched off, the first login at any cell creates the company and is signed in there", async () => {
    const { who } = await w.signUp(1);
    w.setConfirmed("disabled");
    w.prefer(3);
    const login = await w.post(2, "/auth/login", who);
    expect(login.status).toBe(200);
    const [company] = w.companiesOf(who.email);
    expect(company?.cell).toBe(3);
    expect(cookieOf(login, "cell")).toBe("3");
    expect(await login.json()).toMatchObject({ user: { companyId: company?.id } });
    expect(w.waitingOf(who.email)).toEqual([]);
  });

  test("a name that another cell has gets a number, an e-mail that has an account is refused", async () => {
    w.prefer(2);
    const first = await w.signUp(1);
    await w.post(1, "/auth/confirm", { token: await first.code() });
    const second = await w.signUp(1, { name: "Padaria sem nome" });
    run(
      w.system(1),
      "UPDATE waiting_signup SET company_name = ? WHERE email = ?",
      first.name,
      second.who.email,
    );
    w.prefer(3);
    await w.post(1, "/auth/confirm", { token: await second.code() });
    expect(w.companiesOf(second.who.email)).toMatchObject([{ cell: 3, name: `${first.name} (2)` }]);
    const third = await w.signUp(1);
    run(w.system(1), "UPDATE waiting_signup SET email = ? WHERE email = ?", first.who.email, third.who.email);
    const refused = await w.post(1, "/auth/confirm", { token: await third.code() });
    expect([refused.status, await refused.json()]).toEqual([409, { error: "ERR_EMAIL_IN_USE" }]);
    expect(w.companiesOf(first.who.email)).toHaveLength(1);
  });

  test("a cell that does not answer gets no company", async () => {
    w.prefer(2);
    w.cells.away.add(2);
    run(w.system(3), "UPDATE company SET active = 0 WHERE id <> 1");
    const { who, code } = await w.signUp(1);
    expect((await w.post(1, "/auth/confirm", { token: await code() })).status).toBe(200);
    expect(w.companiesOf(who.email)).toMatchObject([{ cell: 3 }]);
  });

  test("when no other cell answers, the home cell creates the company", async () => {
    w.prefer(2);
    w.cells.away.add(2).add(3);
    const { who, code } = await w.signUp(1);
    expect((await w.post(1, "/auth/confirm", { token: await code() })).status).toBe(200);
    expect(w.companiesOf(who.email)).toMatchObject([{ cell: 1 }]);
  });
});

describe("an interrupted confirmation", () => {
  const lost = () => {
    throw new AppError(503, "ERR_NOT_DURABLE");
  };

  test("when the answer of the other cell is lost, the same link finishes the sign-up with one company, also when another cell has less load by then", async () => {
    w.prefer(2);
    const { who, cookie, code } = await w.signUp(1);
    const token = await code();
    w.onAnswer = (path) => (path === CREATION ? lost() : undefined);
    expect((await w.post(1, "/auth/confirm", { token }, { cookie })).status).toBe(503);
    expect([w.companiesOf(who.email).length, w.waitingOf(who.email).length]).toEqual([1, 1]);
    w.onAnswer = () => {};
    w.prefer(3);
    const reply = await w.post(1, "/auth/confirm", { token }, { cookie });
    expect(reply.status).toBe(200);
    expect(cookieOf(reply, "cell")).toBe("2");
    expect(w.companiesOf(who.email)).toMatchObject([{ cell: 2 }]);
    expect(w.waitingOf(who.email)).toEqual([]);
  });

  test("the person can sign in at any cell before the link is pressed again", async () => {
    w.prefer(2);
    const { who, code } = await w.signUp(1);
    w.onAnswer = (path) => (path === CREATION ? lost() : undefined);
    expect((await w.post(1, "/auth/confirm", { token: await code() })).status).toBe(503);
    expect((await w.post(3, "/auth/login", who)).status).toBe(200);
  });

  test("while the other cell is away the link waits, and works when it is back", async () => {
    w.prefer(2);
    const { who, code } = await w.signUp(1);
    const token = await code();
    w.onAnswer = (path, to) => {
      if (path === "/between-cells/load" && to === 2) w.cells.away.add(2);
    };
    expect((await w.post(1, "/auth/confirm", { token })).status).toBe(503);
    w.onAnswer = () => {};
    w.cells.away.clear();
    expect((await w.post(1, "/auth/confirm", { token })).status).toBe(200);
    expect(w.companiesOf(who.email)).toMatchObject([{ cell: 2 }]);
  });

  test("an attempt that reached another cell meanwhile is found there", async () => {
    w.prefer(2);
    const { who, code } = await w.signUp(1);
    const token = await code();
    let inner: Promise<Response> | undefined;
    w.onAnswer = async (path, to) => {
      if (path === CREATION) lost();
      if (path !== "/between-cells/load" || to !== 3 || inner) return;
      // Another attempt is made while this one asks for the loads; then cell 3 has less load.
      inner = w.post(1, "/auth/confirm", { token });
      expect((await inner).status).toBe(503);
      w.onAnswer = () => {};
      w.prefer(3);
    };
    expect((await w.post(1, "/auth/confirm", { token })).status).toBe(200);
    expect(w.companiesOf(who.email)).toMatchObject([{ cell: 2 }]);
    expect(w.waitingOf(who.email)).toEqual([]);
  });

  test("of two clicks at the same time one creates the company, and the other reports a used link", async () => {
    w.prefer(2);
    const { who, code } = await w.signUp(1);
    const token = await code();
    const replies = await Promise.all([1, 3].map((cell) => w.post(cell, "/auth/confirm", { token })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(w.companiesOf(who.email)).toHaveLength(1);
  });

  test("a sign-up that replaced the confirmed one meanwhile ends: its e-mail has an account", async () => {
    w.prefer(2);
    const { who, code } = await w.signUp(1);
    const token = await code();
    w.onAnswer = (path) => {
      if (path !== CREATION) return;
      w.onAnswer = () => {};
      run(w.system(1), "UPDATE waiting_signup SET password_hash = 'another' WHERE email = ?", who.email);
    };
    expect((await w.post(1, "/auth/confirm", { token })).status).toBe(200);
    expect([w.companiesOf(who.email).length, w.waitingOf(who.email).length]).toEqual([1, 0]);
  });
});

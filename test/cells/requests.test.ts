import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { one } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { createApi } from "#test/helpers/api.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import type { TestCells } from "#test/helpers/cells.ts";
import { type CellOffice, cellOffice, cellPerson, contentOf, cookieOf, startCells } from "./office.ts";

/** docs/rules/cells.md#requests */

let cells: TestCells;
let single: TestApp;
let office: CellOffice;
beforeAll(async () => {
  cells = await startCells(2, { env: { RATE_LIMITS: "off", TRUSTED_PROXIES: "127.0.0.1" } });
  single = await startTestApp({ env: { RATE_LIMITS: "off" } });
  office = cellOffice(cells, 2);
});
afterAll(async () => {
  await cells.stop();
  await single.stop();
});
beforeEach(() => {
  cells.hops.length = 0;
  cells.directory.calls.length = 0;
});

const post = (app: TestApp, path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${app.url}/api${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
const sessionOf = (tenant: Tenant) =>
  one<{ id: number; ip: string; ended: number | null }>(
    tenant.db,
    "SELECT id, ip, ended_at AS ended FROM session ORDER BY id DESC LIMIT 1",
  );

describe("a user of a company in cell 2 at cell 1", () => {
  test("a user of cell 2 signs in, reads tickets and sends a message at cell 1, each in one hop", async () => {
    const person = await cellPerson(cells, 2, office.tenant);
    const login = await post(cells.of(1), "/auth/login", person);
    expect(login.status).toBe(200);
    const { token } = (await login.json()) as { token: string };
    const api = createApi(cells.of(1).url, token);
    expect((await api.get("/auth/me")).body).toMatchObject({ id: person.id, companyId: office.tenant.id });
    const asAna = createApi(cells.of(1).url, cells.of(2).api(office.ana).token);
    expect((await asAna.get("/tickets?showAll=true")).body.tickets).toMatchObject([{ id: office.ticketId }]);
    const sent = await asAna.post(`/messages/${office.ticketId}`, { body: "Bom dia!" });
    expect(sent.status).toBe(200);
    expect(
      one<{ body: string }>(office.tenant.db, "SELECT body FROM message ORDER BY id DESC")?.body,
    ).toContain("Bom dia!");
    expect(cells.hops.map(({ from, to, what }) => `${from} → ${to} ${what}`)).toEqual([
      "1 → 2 POST /api/auth/login",
      "1 → 2 GET /api/auth/me",
      "1 → 2 GET /api/tickets",
      `1 → 2 POST /api/messages/${office.ticketId}`,
    ]);
  });

  test("the owner sees the address of the browser, not that of the other cell", async () => {
    const person = await cellPerson(cells, 2, office.tenant);
    await post(cells.of(1), "/auth/login", person, { "x-forwarded-for": "203.0.113.7" });
    expect(sessionOf(office.tenant)?.ip).toBe("203.0.113.7");
  });

  test("a refresh token of cell 2 is renewed and signed out at cell 1", async () => {
    const person = await cellPerson(cells, 2, office.tenant);
    const login = await post(cells.of(1), "/auth/login", person);
    const renewed = await post(
      cells.of(1),
      "/auth/refresh_token",
      {},
      { cookie: `jrt=${cookieOf(login, "jrt")}` },
    );
    expect(renewed.status).toBe(200);
    expect(sessionOf(office.tenant)?.ended).toBeNull();
    const cookie = `jrt=${cookieOf(renewed, "jrt")}`;
    const signedOut = await fetch(`${cells.of(1).url}/api/auth/logout`, {
      method: "DELETE",
      headers: { cookie },
    });
    expect(signedOut.status).toBe(200);
    expect(sessionOf(office.tenant)?.ended).not.toBeNull();
    expect((await post(cells.of(1), "/auth/refresh_token", {}, { cookie })).status).toBe(401);
  });

  test("a sign-in and a refresh set the cell as a hint for proxies, and a sign-out removes it", async () => {
    const person = await cellPerson(cells, 2, office.tenant);
    const hintOf = ({ headers }: Response) =>
      headers.getSetCookie().filter((cookie) => cookie.startsWith("cell="));
    const login = await post(cells.of(1), "/auth/login", person);
    expect(hintOf(login)).toEqual(["cell=2; Path=/; HttpOnly; SameSite=Lax"]);
    const cookie = `jrt=${cookieOf(login, "jrt")}`;
    const secure = await post(
      cells.of(1),
      "/auth/refresh_token",
      {},
      { cookie, "x-forwarded-proto": "https" },
    );
    expect(hintOf(secure)).toEqual(["cell=2; Path=/; HttpOnly; SameSite=Lax; Secure"]);
    const end = { method: "DELETE", headers: { cookie } };
    expect(hintOf(await fetch(`${cells.of(1).url}/api/auth/logout`, end))).toEqual([
      "cell=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
    ]);
  });

  test("the hint in the cookie is not trusted: the session alone decides", async () => {
    const token = cells.of(2).api(office.ana).token;
    const api = createApi(cells.of(1).url, token);
    expect((await api.get("/auth/me", { cookie: "cell=1" })).status).toBe(200);
    expect((await createApi(cells.of(1).url, null).get("/plans/list", { cookie: "cell=2" })).status).toBe(
      200,
    );
    expect(cells.hops).toMatchObject([{ to: 2, what: "GET /api/auth/me" }]);
  });

  test("one machine sets no hint", async () => {
    const person = await single.person(single.company());
    expect(cookieOf(await post(single, "/auth/login", person), "cell")).toBeUndefined();
  });
});

describe("an unknown caller", () => {
  const same = async (send: (app: TestApp) => Promise<Response>) => {
    const [here, there, alone] = await Promise.all([cells.of(1), cells.of(2), single].map(send));
    if (!here || !there || !alone) throw new Error("no response");
    const expected = await contentOf(alone);
    expect([await contentOf(here), await contentOf(there)]).toEqual([expected, expected]);
    return expected;
  };
  const get = (path: string, headers: Record<string, string> = {}) =>
    same((app) => fetch(`${app.url}${path}`, { headers }));

  test("an unknown e-mail gets the answer of a wrong password, at the sign-in from the home cell, which knows waiting sign-ups", async () => {
    const wrong = { email: "nobody@example.com", password: "correct horse" };
    expect(await same((app) => post(app, "/auth/login", wrong))).toMatchObject({ status: 401 });
    expect(await same((app) => post(app, "/forgetpassword", { email: wrong.email }))).toMatchObject({
      status: 200,
    });
    const reset = { email: wrong.email, token: "a guessed code", password: "another horse" };
    expect(await same((app) => post(app, "/resetpasswords", reset))).toMatchObject({ status: 400 });
    expect(cells.hops).toEqual([{ from: 2, to: 1, what: "POST /api/auth/login" }]);
  });

  test("a forged or unknown token, key, cookie, link or address gets the same answer as on one machine", async () => {
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    const { token = "" } = cells.of(2).api(office.ana);
    const answers = [
      await get("/api/tickets"),
      await get("/api/tickets", bearer(`${token?.slice(0, -3)}abc`)),
      await get("/api/tickets", bearer("blc_unknown")),
      await get("/api/messages/send/1", bearer("a connection's token")),
      await get(`/api/public-link/${"x".repeat(43)}`),
      await get(`/media/${office.tenant.id}/1/file.png?e=99999999999&s=00`),
      await get("/exports/2000000001?u=1&e=99999999999&s=00"),
      await get(`/brand/${office.tenant.id}/logo-${"0".repeat(64)}.png`),
      await same((app) => post(app, "/auth/refresh_token", {}, { cookie: `jrt=${office.tenant.id}.a.0.b` })),
      await same((app) => post(app, `/integrations/callback/${office.tenant.id}.1.a.b`, { commands: [] })),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 410, 404, 404, 404, 401, 401]);
    expect(cells.hops).toEqual([]);
  });

  test("shared data is answered by the cell that receives the request, and the home cell signs companies up", async () => {
    for (const path of [
      "/api/plans/list",
      "/api/signup",
      "/api/setup",
      "/api/legal/privacy",
      "/api/openapi.json",
    ])
      expect((await fetch(cells.of(2).url + path)).status).toBe(200);
    expect(cells.hops).toEqual([]);
    await post(cells.of(2), "/auth/confirm", { token: "unknown" });
    expect(cells.hops).toEqual([{ from: 2, to: 1, what: "POST /api/auth/confirm" }]);
  });
});

describe("headers between cells", () => {
  test("a forged caller in a header has no effect", async () => {
    const forged = { "x-balcao-caller": JSON.stringify({ ip: "198.51.100.9", https: true, host: "evil" }) };
    const person = await cellPerson(cells, 2, office.tenant);
    for (const cell of [1, 2]) {
      expect((await post(cells.of(cell), "/auth/login", person, forged)).status).toBe(200);
      expect(sessionOf(office.tenant)?.ip).toBe("127.0.0.1");
    }
    // A forwarded request would not be sent on.
    const elsewhere = createApi(cells.of(2).url, cells.of(1).api(cellOffice(cells, 1).ana).token);
    expect((await elsewhere.get("/auth/me", forged)).status).toBe(200);
  });

  test("a forwarded request is not forwarded again, and a page that waits for it reloads", async () => {
    const { token } = cells.of(1).api(cellOffice(cells, 1).ana);
    const { forward } = cells.of(1).installation.cells;
    const caller = { ip: "203.0.113.7", https: false, host: "balcao" };
    const send = (headers: Record<string, string>) =>
      forward(2, new Request("http://balcao/api/auth/me", { headers }), caller);
    const answer = await send({ authorization: `Bearer ${token}` });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await answer.json()).toMatchObject({ error: "ERR_NOT_DURABLE" });
    expect(cells.hops).toEqual([{ from: 1, to: 2, what: "GET /api/auth/me" }]);
  });

  test("a moved company is found in its new cell", async () => {
    const { tenant, ana } = cellOffice(cells, 1);
    const { token } = cells.of(1).api(ana);
    cells.moved.set(tenant.id, 2);
    // The rows are not there in this test, so the session is unknown.
    expect((await createApi(cells.of(1).url, token).get("/auth/me")).status).toBe(401);
    expect(cells.hops).toEqual([{ from: 1, to: 2, what: "GET /api/auth/me" }]);
    cells.moved.delete(tenant.id);
  });
});

describe("a cell that is away", () => {
  test("while cell 2 is away its users get 503 at cell 1, and the others notice nothing", async () => {
    const here = cellOffice(cells, 1);
    const person = await cellPerson(cells, 2, office.tenant);
    const api = createApi(cells.of(1).url, cells.of(2).api(office.ana).token);
    cells.away.add(2);
    try {
      const refused = await api.get("/tickets");
      expect([refused.status, refused.body.error, refused.headers.get("retry-after")]).toEqual([
        503,
        "ERR_NOT_DURABLE",
        "1",
      ]);
      expect((await post(cells.of(1), "/auth/login", person)).status).toBe(503);
      expect((await cells.of(1).api(here.ana).get("/tickets")).status).toBe(200);
      const own = await cellPerson(cells, 1, here.tenant);
      expect((await post(cells.of(1), "/auth/login", own)).status).toBe(200);
    } finally {
      cells.away.delete(2);
    }
  });
});

describe("one cell", () => {
  test("with one cell nothing is looked up", async () => {
    let lookUps = 0;
    const counted = <T>(value: T): T => {
      lookUps += 1;
      return value;
    };
    const alone = await startCells(1, {
      cells: (known) => ({ ...known, ofCompany: () => counted(1) }),
    });
    const { ana, tenant } = cellOffice(alone, 1);
    const person = await alone.of(1).person(tenant);
    alone.directory.calls.length = 0;
    expect((await post(alone.of(1), "/auth/login", person)).status).toBe(200);
    expect((await alone.of(1).api(ana).get("/tickets")).status).toBe(200);
    expect((await fetch(`${alone.of(1).url}/media/1/1/a.png`)).status).toBe(404);
    const socket = await alone.of(1).socket(ana);
    socket.close();
    expect([lookUps, alone.directory.calls]).toEqual([0, []]);
    await alone.stop();
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { createApi } from "#test/helpers/api.ts";
import type { TestApp } from "#test/helpers/app.ts";
import type { TestCells } from "#test/helpers/cells.ts";
import { type CellOffice, cellOffice, cellPerson, startCells } from "./office.ts";

/** docs/rules/cells.md#first-fill: a cell has not written its rows into the directory. */

let cells: TestCells;
let office: CellOffice;
let known: { readonly email: string; readonly password: string };
let key: string;
beforeAll(async () => {
  cells = await startCells(2, { env: { RATE_LIMITS: "off" } });
  office = cellOffice(cells, 2);
  known = await cellPerson(cells, 2, office.tenant);
  const { body } = await cells
    .of(2)
    .api(office.admin)
    .post("/api-keys", { name: "ERP", scopes: ["tickets:read"] });
  key = body.key;
});
afterAll(() => cells.stop());
afterEach(() => {
  cells.directory.isIncomplete = false;
});

const post = async (app: TestApp, path: string, body: unknown) => {
  const answer = await fetch(`${app.url}/api${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: answer.status, retryAfter: answer.headers.get("retry-after"), body: await answer.json() };
};
const REPEATED = { status: 503, retryAfter: "5", body: { error: "ERR_NOT_DURABLE" } };
/** Each answer while the directory is complete, then while it is not. */
const both = async <T>(ask: () => Promise<T>): Promise<readonly T[]> => {
  const first = await ask();
  cells.directory.isIncomplete = true;
  return [first, await ask()];
};

describe("an incomplete directory", () => {
  test("a known user signs in, and wrong passwords and unknown e-mails get the same 503", async () => {
    cells.directory.isIncomplete = true;
    for (const cell of [1, 2]) {
      const app = cells.of(cell);
      expect((await post(app, "/auth/login", known)).status).toBe(200);
      for (const person of [
        { ...known, password: "wrong password" },
        { email: "nobody@example.com", password: "wrong password" },
      ])
        expect(await post(app, "/auth/login", person)).toMatchObject(REPEATED);
    }
  });

  test("a recovery mail is refused for known and unknown e-mails, because both get the same answer", async () => {
    for (const email of [known.email, "nobody@example.com"]) {
      const answers = await both(() => post(cells.of(1), "/forgetpassword", { email }));
      expect(answers).toMatchObject([{ status: 200 }, REPEATED]);
      cells.directory.isIncomplete = false;
    }
  });

  test("an unknown API key, connection token and owner link get 503 instead of 401 and 410", async () => {
    const stranger = createApi(cells.of(1).url, "blc_unknown");
    expect(await both(() => stranger.get("/tickets"))).toMatchObject([{ status: 401 }, { status: 503 }]);
    cells.directory.isIncomplete = false;
    const sender = createApi(cells.of(1).url, "an unknown token");
    const sent = { number: "5511977770001", body: "Oi" };
    expect(await both(() => sender.post("/messages/send", sent))).toMatchObject([
      { status: 401 },
      { status: 503 },
    ]);
    cells.directory.isIncomplete = false;
    const guest = createApi(cells.of(1).url, "");
    expect(await both(() => guest.get(`/public-link/${"x".repeat(43)}`))).toMatchObject([
      { status: 410 },
      { status: 503 },
    ]);
  });

  test("a known API key works, and an answer about something else is not changed", async () => {
    cells.directory.isIncomplete = true;
    const api = createApi(cells.of(1).url, key);
    expect((await api.get("/tickets?showAll=true")).status).toBe(200);
    expect((await api.get("/tickets/987654")).status).toBe(404);
  });
});

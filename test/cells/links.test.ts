import { afterAll, beforeAll, expect, test } from "bun:test";
import { one } from "#platform/db/database.ts";
import { sha256 } from "#platform/ids.ts";
import { createApi } from "#test/helpers/api.ts";
import type { TestCells } from "#test/helpers/cells.ts";
import { openSocket } from "#test/helpers/socket.ts";
import { type CellOffice, cellOffice, cellPerson, cookieOf, startCells } from "./office.ts";

// The same cells as in the other tests of this folder, over the mutual TLS of a cluster. docs/rules/cells.md#links

const MB = 1024 * 1024;
let cells: TestCells;
let office: CellOffice;
beforeAll(async () => {
  cells = await startCells(2, {
    isEncrypted: true,
    env: { RATE_LIMITS: "off", TRUSTED_PROXIES: "127.0.0.1" },
  });
  office = cellOffice(cells, 2);
});
afterAll(() => cells.stop());

test("a user of cell 2 signs in at cell 1 with the own address, cookies and a compressed list", async () => {
  const person = await cellPerson(cells, 2, office.tenant);
  const login = await fetch(`${cells.of(1).url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": "203.0.113.7" },
    body: JSON.stringify(person),
  });
  expect([login.status, cookieOf(login, "cell")]).toEqual([200, "2"]);
  expect(cookieOf(login, "jrt")).toStartWith(`${office.tenant.id}.`);
  const session = one<{ ip: string }>(office.tenant.db, "SELECT ip FROM session ORDER BY id DESC LIMIT 1");
  expect(session?.ip).toBe("203.0.113.7");
  const { token } = cells.of(2).api(office.ana);
  const list = await fetch(`${cells.of(1).url}/api/tickets?showAll=true`, {
    headers: { authorization: `Bearer ${token}`, "accept-encoding": "gzip" },
    decompress: false,
  } as RequestInit);
  const plain =
    list.headers.get("content-encoding") === "gzip" ? Bun.gunzipSync(await list.bytes()) : await list.bytes();
  expect(JSON.parse(Buffer.from(plain).toString()).tickets).toMatchObject([{ id: office.ticketId }]);
});

test("an upload of 12 MB arrives as it was sent, and a refusal before its end is passed on", async () => {
  const file = Buffer.alloc(12 * MB);
  for (let at = 0; at < file.length; at += 4096) file.writeUInt32LE(at, at);
  const form = new FormData();
  form.set("medias", new File([file], "dados.bin"));
  const api = createApi(cells.of(1).url, cells.of(2).api(office.ana).token);
  expect((await api.post(`/messages/${office.ticketId}`, form)).status).toBe(200);
  const stored = one<{ sha256: string }>(
    office.tenant.db,
    "SELECT sha256 FROM media_file ORDER BY id DESC LIMIT 1",
  );
  expect(stored?.sha256).toBe(sha256(file));
  expect((await api.post("/messages/999999", form)).status).toBe(404);
});

test("a socket at cell 1 gets the events of cell 2, and closes with the owner's code", async () => {
  const { token } = cells.of(2).api(office.admin);
  const socket = await openSocket(cells.of(1).url, token);
  expect(await socket.next((frame) => frame.t === "ready")).toMatchObject({ epoch: 2 });
  office.write("Alguém?");
  expect((await socket.event("appMessage", "create")).message.body).toBe("Alguém?");
  await createApi(cells.of(1).url, token).delete("/auth/logout");
  expect(await socket.closed).toBe(4403);
});

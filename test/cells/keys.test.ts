import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { mediaUrl } from "#channels/media/index.ts";
import { addMediaFile, mediaStoreOf } from "#channels/media/storage/files.ts";
import { INCOMING } from "#channels/media/storage/store.ts";
import { png } from "#channels/media/testing.ts";
import { all, one, run } from "#platform/db/database.ts";
import { sha256 } from "#platform/ids.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { createApi } from "#test/helpers/api.ts";
import type { TestCells } from "#test/helpers/cells.ts";
import { type CellOffice, cellOffice, startCells } from "./office.ts";

/** docs/rules/cells.md#requests: keys, addresses and files of a company in cell 2, used at cell 1. */

const MB = 1024 * 1024;
let cells: TestCells;
let office: CellOffice;
beforeAll(async () => {
  cells = await startCells(2, { env: { RATE_LIMITS: "off" } });
  office = cellOffice(cells, 2);
});
afterAll(() => cells.stop());
beforeEach(() => {
  cells.hops.length = 0;
});

const url = (cell: number, path: string) => cells.of(cell).url + path;
const asAdmin = () => cells.of(2).api(office.admin);
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function newKey(): Promise<string> {
  const { body } = await asAdmin().post("/api-keys", {
    name: "ERP",
    scopes: ["tickets:read", "messages:send"],
  });
  return body.key;
}

async function newToken(): Promise<string> {
  const token = `segredo-${crypto.randomUUID()}`;
  const path = `/whatsapp/${office.connectionId}`;
  expect((await asAdmin().put(path, { name: "Loja", token })).status).toBe(200);
  return token;
}

async function storedFile(tenant: Tenant, name: string, megabytes: number): Promise<string> {
  const store = mediaStoreOf(tenant);
  const received = await store.receive(
    (async function* () {
      for (let index = 0; index < megabytes; index += 1) yield Buffer.alloc(MB, index);
    })(),
  );
  const file = await store.adopt(received, "bin", 0);
  const fields = { path: file.name, name, size: file.size, sha256: file.sha256 };
  const id = tenant.write((unit) => addMediaFile(unit, fields));
  return mediaUrl(tenant, id, name);
}

describe("keys of a company in cell 2 at cell 1", () => {
  test("an API key works, also for the send API", async () => {
    const key = await newKey();
    const api = createApi(cells.of(1).url, key);
    expect((await api.get("/tickets?showAll=true")).body.tickets).toMatchObject([{ id: office.ticketId }]);
    const sent = await api.post("/messages/send", { number: "5511977770001", body: "Oi" });
    expect(sent.status).toBe(200);
    expect((await api.get(`/messages/send/${sent.body.messageId}`)).status).toBe(200);
    expect(cells.hops.every(({ from, to }) => from === 1 && to === 2)).toBe(true);
    expect(cells.hops).toHaveLength(3);
  });

  test("while the directory does not answer, the cell in the prefix of an API key is used", async () => {
    const key = `blc2_${crypto.randomUUID()}`;
    cells.directory.isDown = true;
    try {
      const reply = await createApi(cells.of(1).url, key).get("/tickets");
      // It is unknown there, and another cell may have it: its company may have moved.
      expect(reply.status).toBe(503);
      expect(cells.hops).toEqual([{ from: 1, to: 2, what: "GET /api/tickets" }]);
      const login = await createApi(cells.of(1).url, null).post("/auth/login", {
        email: "a@b.c",
        password: "x",
      });
      expect([login.status, login.body.error]).toEqual([503, "ERR_NOT_DURABLE"]);
    } finally {
      cells.directory.isDown = false;
    }
  });

  test("a connection token sends text and files, and reads their state", async () => {
    const api = createApi(cells.of(1).url, await newToken());
    const text = await api.post("/messages/send", { number: "5511977770002", body: "Oi" });
    expect(text.status).toBe(200);
    expect((await api.get(`/messages/send/${text.body.messageId}`)).body).toMatchObject({ status: "queued" });
    const form = new FormData();
    form.set("number", "5511977770002");
    form.set("medias", new File([(await png(4, 4)) as BlobPart], "foto.png"));
    expect((await api.post("/messages/send", form)).status).toBe(200);
  });

  test("a link for the owner of a phone shows its connection", async () => {
    run(office.tenant.db, "UPDATE connection SET status = 'DISCONNECTED', status_reason = 'never_linked'");
    const made = await asAdmin().post(`/whatsappsession/${office.connectionId}/owner-link`);
    expect(made.status).toBe(200);
    const token = made.body.url.split("/link/")[1];
    const seen = await createApi(cells.of(1).url, null).get(`/public-link/${token}`);
    expect([seen.status, seen.body.connection]).toEqual([200, "Loja"]);
    run(office.tenant.db, "UPDATE connection SET status = 'CONNECTED', status_reason = NULL");
  });
});

describe("files of a company in cell 2 at cell 1", () => {
  test("a signed address gives the file, a part of it, its head, and 304 for the one that the browser has", async () => {
    const path = await storedFile(office.tenant, "grande.bin", 3);
    const whole = await fetch(url(1, path));
    expect([whole.status, (await whole.bytes()).length]).toEqual([200, 3 * MB]);
    const part = await fetch(url(1, path), { headers: { range: `bytes=${MB - 1}-${MB}` } });
    expect([part.status, part.headers.get("content-range")]).toEqual([
      206,
      `bytes ${MB - 1}-${MB}/${3 * MB}`,
    ]);
    expect([...(await part.bytes())]).toEqual([0, 1]);
    const known = { "if-none-match": whole.headers.get("etag") ?? "" };
    expect((await fetch(url(1, path), { headers: known })).status).toBe(304);
    const head = await fetch(url(1, path), { method: "HEAD" });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, String(3 * MB)]);
    expect(whole.headers.get("content-security-policy")).toContain("sandbox");
  });

  test("a bearer token gives only files that its user may read", async () => {
    const path = (await storedFile(office.tenant, "foto.png", 1)).replace(/\?.*/, "");
    const { token } = cells.of(2).api(office.admin);
    const stranger = cellOffice(cells, 1);
    for (const caller of [token, cells.of(1).api(stranger.admin).token])
      expect((await fetch(url(1, path), { headers: bearer(caller ?? "") })).status).toBe(404);
  });

  test("an upload arrives in cell 2 while it is sent, and nothing is left of one that its sender aborts", async () => {
    const { token } = cells.of(2).api(office.ana);
    const { port } = new URL(cells.of(1).url);
    const socket = connect(Number(port), "127.0.0.1");
    await new Promise<void>((resolve) => socket.once("connect", resolve));
    const head = '--X\r\ncontent-disposition: form-data; name="medias"; filename="a.bin"\r\n\r\n';
    socket.write(
      `POST /api/messages/${office.ticketId} HTTP/1.1\r\nHost: a.example\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: multipart/form-data; boundary=X\r\nContent-Length: ${20 * MB}\r\n\r\n${head}`,
    );
    socket.write(Buffer.alloc(2 * MB, 1));
    const incoming = join(office.tenant.mediaDirectory, INCOMING);
    const arriving = () => (existsSync(incoming) ? readdirSync(incoming).length : 0);
    await until(() => arriving() === 1);
    const before = all(office.tenant.db, "SELECT id FROM message").length;
    socket.destroy();
    await until(() => arriving() === 0);
    expect(all(office.tenant.db, "SELECT id FROM message")).toHaveLength(before);
  });

  test("a large upload is stored in cell 2 as it was sent", async () => {
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
  });

  test("an upload that cell 2 refuses is refused at cell 1, also before its end", async () => {
    const form = new FormData();
    form.set("medias", new File([Buffer.alloc(5 * MB)], "dados.bin"));
    const reply = await createApi(cells.of(1).url, cells.of(2).api(office.ana).token).post(
      "/messages/999999",
      form,
    );
    expect(reply.status).toBe(404);
  });
});

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await Bun.sleep(5);
}

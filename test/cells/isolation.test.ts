import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { writeRefreshToken } from "#accounts/auth/login/refresh-token.ts";
import { startSession } from "#accounts/auth/sessions/sessions.ts";
import { mediaUrl } from "#channels/media/index.ts";
import { addMediaFile, mediaStoreOf } from "#channels/media/storage/files.ts";
import { createApi } from "#test/helpers/api.ts";
import type { TestCells } from "#test/helpers/cells.ts";
import { testUser } from "#test/helpers/installation.ts";
import { openSocket } from "#test/helpers/socket.ts";
import { type CellOffice, cellOffice, startCells } from "./office.ts";

// Two companies in two cells whose rows have the same ids: users, sessions, tickets, connections and files. What gives access
// to one of them opens nothing of the other, at either cell. docs/rules/cells.md#requests

let cells: TestCells;
let twins: readonly Twin[];
interface Twin extends CellOffice {
  readonly cell: number;
  readonly name: string;
  readonly token: string;
  readonly cookie: string;
  readonly media: string;
  readonly key: string;
  readonly connectionToken: string;
  readonly link: string;
}

beforeAll(async () => {
  cells = await startCells(2, { env: { RATE_LIMITS: "off" } });
  twins = [await twin(1), await twin(2)];
  for (const field of ["ticketId", "connectionId"] as const)
    expect(new Set(twins.map((one) => one[field])).size).toBe(1);
  expect(new Set(twins.map(({ ana }) => ana.actor.id)).size).toBe(1);
  expect(new Set(twins.map(({ media }) => media.split("/")[3])).size).toBe(1);
});
afterAll(() => cells.stop());

async function twin(cell: number): Promise<Twin> {
  const office = cellOffice(cells, cell);
  const { tenant, ana, admin, connectionId } = office;
  const app = cells.of(cell);
  const name = tenant.company.name;
  const api = app.api(admin);
  const session = startSession(tenant, testUser(tenant).actor.id, { ip: "127.0.0.1", userAgent: "test" });
  const { body: made } = await api.post("/api-keys", { name: "ERP", scopes: ["tickets:read"] });
  const connectionToken = `segredo-${crypto.randomUUID()}`;
  await api.put(`/whatsapp/${connectionId}`, { name, token: connectionToken });
  const created = await api.post("/whatsapp", { name: `Telefone de ${name}` });
  const { body: owner } = await api.post(`/whatsappsession/${created.body.id}/owner-link`);
  const link = owner.url.split("/link/")[1];
  return {
    ...office,
    cell,
    name,
    token: app.api(ana).token ?? "",
    cookie: session.refreshToken,
    media: await fileOf(office, name),
    key: made.key,
    connectionToken,
    link,
  };
}

async function fileOf({ tenant }: CellOffice, content: string): Promise<string> {
  const store = mediaStoreOf(tenant);
  const received = await store.receive(
    (async function* () {
      yield Buffer.from(content);
    })(),
  );
  const { name, size, sha256: hash } = await store.adopt(received, "txt", 0);
  const id = tenant.write((unit) => addMediaFile(unit, { path: name, name: "a.txt", size, sha256: hash }));
  return mediaUrl(tenant, id, "a.txt");
}

/** Calls `check` for each twin at each cell. */
async function everywhere(check: (one: Twin, url: string, other: Twin) => Promise<void>): Promise<void> {
  for (const one of twins)
    for (const cell of [1, 2])
      await check(one, cells.of(cell).url, twins.find((twin) => twin !== one) as Twin);
}

describe("access between cells", () => {
  test("a token of one cell opens its own company at both cells, and nothing when its company is changed", async () => {
    await everywhere(async (one, url, other) => {
      const api = createApi(url, one.token);
      expect((await api.get("/auth/me")).body.company.name).toBe(one.name);
      expect((await api.get(`/tickets/${one.ticketId}`)).body.whatsapp.name).toBe(one.name);
      const [header, payload = "", signature] = one.token.split(".");
      const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
      const forged = Buffer.from(JSON.stringify({ ...claims, company: other.tenant.id })).toString(
        "base64url",
      );
      expect((await createApi(url, `${header}.${forged}.${signature}`).get("/auth/me")).status).toBe(401);
    });
  });

  test("a refresh token gives a session of its own company only", async () => {
    await everywhere(async (one, url, other) => {
      const refresh = (cookie: string) =>
        fetch(`${url}/api/auth/refresh_token`, { method: "POST", headers: { cookie: `jrt=${cookie}` } });
      const renewed = (await (await refresh(one.cookie)).json()) as { user: { company: { name: string } } };
      expect(renewed.user.company.name).toBe(one.name);
      const [, family = "", generation, signature] = one.cookie.split(".");
      expect((await refresh(`${other.tenant.id}.${family}.${generation}.${signature}`)).status).toBe(401);
      // Even with a valid signature the family is unknown in the other company.
      const { secrets } = cells.of(1).installation;
      const moved = writeRefreshToken(secrets, { companyId: other.tenant.id, family, generation: 0 });
      expect((await refresh(moved)).status).toBe(401);
    });
  });

  test("a media address gives the file of its own company, and nothing with another company in it", async () => {
    await everywhere(async (one, url, other) => {
      expect(await (await fetch(url + one.media)).text()).toBe(one.name);
      const altered = one.media.replace(`/media/${one.tenant.id}/`, `/media/${other.tenant.id}/`);
      expect(altered).not.toBe(one.media);
      expect((await fetch(url + altered)).status).toBe(404);
    });
  });

  test("an API key, a connection token and a link open what belongs to them, at both cells", async () => {
    await everywhere(async (one, url, other) => {
      const tickets = await createApi(url, one.key).get("/tickets?showAll=true");
      expect(tickets.body.tickets).toMatchObject([{ whatsapp: { name: one.name } }]);
      const send = { number: "5511977770009", body: `De ${one.name}` };
      expect((await createApi(url, one.connectionToken).post("/messages/send", send)).status).toBe(200);
      const seen = await createApi(url, null).get(`/public-link/${one.link}`);
      expect([seen.body.company, seen.body.connection]).toEqual([one.name, `Telefone de ${one.name}`]);
      const foreign = await cells.of(other.cell).api(other.admin).get("/messages-api/history");
      expect(JSON.stringify(foreign.body)).not.toContain(send.body);
    });
  });

  test("a socket gets the events of its own company only, at both cells", async () => {
    await everywhere(async (one, url, other) => {
      const socket = await openSocket(url, one.token);
      await socket.next((frame) => frame.t === "ready");
      socket.send({ t: "joinChatBox", ticketId: one.ticketId });
      other.write(`Segredo de ${other.name}`);
      one.write(`Mensagem para ${one.name}`);
      expect((await socket.event("appMessage", "create")).message.body).toBe(`Mensagem para ${one.name}`);
      await cells.of(one.cell).settled(one.ana, socket);
      expect(JSON.stringify(socket.frames)).not.toContain(other.name);
      socket.close();
    });
  });
});

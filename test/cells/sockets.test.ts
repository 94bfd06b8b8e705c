import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { run } from "#platform/db/database.ts";
import { SOCKET_CLOSE } from "#platform/realtime/contract.ts";
import { RealtimePort } from "#tenants/viewer.ts";
import { createApi } from "#test/helpers/api.ts";
import type { TestCells } from "#test/helpers/cells.ts";
import { openSocket } from "#test/helpers/socket.ts";
import { type CellOffice, cellOffice, startCells } from "./office.ts";

/** docs/rules/cells.md#sockets: sockets of a company in cell 2 that are opened at cell 1. */

let cells: TestCells;
let office: CellOffice;
beforeAll(async () => {
  cells = await startCells(2);
  office = cellOffice(cells, 2);
});
afterAll(() => cells.stop());

const tokenOf = (user = office.ana) => cells.of(2).api(user).token ?? "";
async function relayed(options: Parameters<typeof openSocket>[2] = {}, token = tokenOf()) {
  const socket = await openSocket(cells.of(1).url, token, options);
  const ready = await socket.next((frame) => frame.t === "ready");
  return { socket, ready };
}
const hubOf = (cell: number) => cells.of(cell).installation.ports.use(RealtimePort);

describe("a relayed socket", () => {
  test("a user of cell 2 gets events over a socket at cell 1, with the cursor and epoch of the owner", async () => {
    const { socket, ready } = await relayed();
    expect(ready).toMatchObject({ epoch: 2 });
    office.write("Ainda está aí?");
    expect((await socket.event("appMessage", "create")).message.body).toBe("Ainda está aí?");
    socket.send({ t: "joinChatBox", ticketId: office.ticketId });
    const colleague = await cells.of(2).socket(office.admin);
    colleague.send({ t: "joinChatBox", ticketId: office.ticketId });
    colleague.send({ t: "typing", ticketId: office.ticketId });
    await socket.event("presence");
    colleague.close();
    socket.close();
  });

  test("a socket that reconnects at another cell gets the events that it missed", async () => {
    const { socket, ready } = await relayed();
    if (ready.t !== "ready") throw new Error("not ready");
    socket.close();
    office.write("Perdida?");
    const back = await relayed({ cursor: ready.cursor, epoch: 2 });
    expect((await back.socket.event("appMessage", "create")).message.body).toBe("Perdida?");
    back.socket.close();
  });

  test("a user who closes the page at cell 1 is offline in cell 2", async () => {
    const { socket } = await relayed();
    expect(hubOf(2).online(office.tenant.id)).toContain(office.ana.actor.id);
    socket.close();
    while (hubOf(2).online(office.tenant.id).has(office.ana.actor.id)) await Bun.sleep(5);
  });

  test("a session that ends closes its socket at cell 1 with the code of the owner", async () => {
    const { tenant, admin } = cellOffice(cells, 2);
    const { token } = cells.of(2).api(admin);
    const { socket } = await relayed({}, token ?? "");
    expect((await createApi(cells.of(1).url, token).delete("/auth/logout")).status).toBe(200);
    expect(await socket.closed).toBe(SOCKET_CLOSE.sessionEnded);
    expect(hubOf(2).online(tenant.id).size).toBe(0);
  });

  test("a token of an ended session gets the same code at both cells, and a forged one no relay", async () => {
    const { tenant, admin } = cellOffice(cells, 2);
    const { token } = cells.of(2).api(admin);
    run(tenant.db, "UPDATE session SET ended_at = 1");
    for (const cell of [1, 2])
      expect(await (await openSocket(cells.of(cell).url, token)).closed).toBe(SOCKET_CLOSE.badToken);
    cells.hops.length = 0;
    const forged = await openSocket(cells.of(1).url, `${token?.slice(0, -4)}abcd`);
    expect([await forged.closed, cells.hops]).toEqual([SOCKET_CLOSE.badToken, []]);
  });

  test("while the owner is away the page gets the code to connect again, and other sockets stay open", async () => {
    const here = cellOffice(cells, 1);
    const own = await cells.of(1).socket(here.ana);
    cells.away.add(2);
    expect(await (await openSocket(cells.of(1).url, tokenOf())).closed).toBe(1001);
    cells.away.delete(2);
    here.write("Oi de novo");
    expect((await own.event("appMessage", "create")).message.body).toBe("Oi de novo");
    own.close();
  });

  test("a socket whose company has moved meanwhile is not relayed again", async () => {
    const here = cellOffice(cells, 1);
    const { openSocket: open } = cells.of(1).installation.cells;
    cells.hops.length = 0;
    const inner = open(2, { ip: "203.0.113.7", https: false, host: "balcao" });
    if (!inner) throw new Error("no socket");
    inner.onopen = () => inner.send(JSON.stringify({ t: "auth", token: cells.of(1).api(here.ana).token }));
    expect(await new Promise((resolve) => (inner.onclose = ({ code }) => resolve(code)))).toBe(1001);
    expect(cells.hops).toEqual([{ from: 1, to: 2, what: "GET /socket" }]);
  });
});

describe("limits of a relayed socket", () => {
  test("a frame that is no text, or more than 50 in a second, closes the socket as at the owner", async () => {
    const { socket } = await relayed();
    for (let frame = 0; frame < 60; frame += 1) socket.send({ t: "visible", visible: true });
    expect(await socket.closed).toBe(SOCKET_CLOSE.badFrame);
    const ws = new WebSocket(`${cells.of(1).url.replace("http", "ws")}/socket`);
    await new Promise((resolve) => (ws.onopen = resolve));
    ws.send(JSON.stringify({ t: "auth", token: tokenOf() }));
    await new Promise((resolve) => (ws.onmessage = resolve));
    ws.send(new Uint8Array([1, 2, 3]));
    expect(await new Promise((resolve) => (ws.onclose = ({ code }) => resolve(code)))).toBe(
      SOCKET_CLOSE.badFrame,
    );
  });

  test("a frame above the limit of size closes both sockets", async () => {
    const { socket } = await relayed();
    socket.send("x".repeat(20_000));
    expect([1006, 1009]).toContain(await socket.closed);
    while (hubOf(2).online(office.tenant.id).has(office.ana.actor.id)) await Bun.sleep(5);
  });

  test("a stop of the relaying cell closes its sockets, and the owner notices", async () => {
    const three = await startCells(2);
    const far = cellOffice(three, 2);
    const socket = await openSocket(three.of(1).url, three.of(2).api(far.ana).token);
    await socket.next((frame) => frame.t === "ready");
    await three.of(1).app.stop();
    expect(await socket.closed).toBe(1001);
    const { online } = three.of(2).installation.ports.use(RealtimePort);
    while (online(far.tenant.id).size > 0) await Bun.sleep(5);
    await three.stop().catch(() => undefined);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { addMediaFile, mediaStoreOf, mediaUrl } from "#channels/media/index.ts";
import { cancelMove, MoveRefused } from "#operations/moves/index.ts";
import { MOVES_PREFIX } from "#operations/moves/link.ts";
import { all, one, run } from "#platform/db/database.ts";
import { cellPerson } from "#test/cells/office.ts";
import { createApi } from "#test/helpers/api.ts";
import { becomesTrue } from "#test/helpers/provider.ts";
import { openSocket } from "#test/helpers/socket.ts";
import { cellsWith, contentsOf, ended, type MovesWorld, move, startWorld } from "./world.ts";

/** docs/rules/cells.md#move */

let world: MovesWorld;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.cells.stop());
beforeEach(() => {
  world.cells.gate = () => {};
});

const reasonOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return error instanceof MoveRefused ? error.reason : String(error);
  }
  return "";
};

describe("a move of a company to another cell", () => {
  test("everything of the company is in the new cell, and nothing in the former one", async () => {
    const { cells } = world;
    const { tenant, ana, admin, ticketId, connectionId } = await world.office(1);
    const person = await cellPerson(cells, 1, tenant);
    const asAdmin = cells.of(1).api(admin);
    const { body: made } = await asAdmin.post("/api-keys", { name: "ERP", scopes: ["tickets:read"] });
    const token = `segredo-${crypto.randomUUID()}`;
    await asAdmin.put(`/whatsapp/${connectionId}`, { name: "Loja", token });
    run(
      tenant.installation.system,
      `INSERT INTO invoice (id, company_id, due_date, detail, value_cents, recurrence, plan_id, plan, created_at, updated_at)
       VALUES (77, ?, '2030-01-01', 'Plano', 100, 'monthly', 1, '{}', 1, 1)`,
      tenant.id,
    );
    const before = contentsOf(tenant);
    const session = cells.of(1).api(ana).token ?? "";
    move(world, 1, tenant.id, 2);
    expect(await ended(world, 1, tenant.id)).toMatchObject({ state: "done", error: null, hasFiles: 1 });
    const there = cells.of(2).installation.tenants.open(tenant.id);
    expect(contentsOf(there)).toEqual(before);
    expect(cellsWith(world, tenant.id)).toEqual([2]);
    expect(
      one(cells.of(1).installation.system, "SELECT 1 FROM login WHERE company_id = ?", tenant.id),
    ).toBeUndefined();
    for (const cell of [1, 2]) {
      const { url } = cells.of(cell);
      expect((await createApi(url, session).get("/tickets?showAll=true")).body.tickets).toMatchObject([
        { id: ticketId },
      ]);
      expect((await createApi(url, made.key).get("/tickets?showAll=true")).status).toBe(200);
      const login = await createApi(url, null).post("/auth/login", person);
      expect([login.status, login.body.user?.companyId]).toEqual([200, tenant.id]);
      const socket = await openSocket(url, session);
      await socket.next((frame) => frame.t === "ready");
      socket.close();
    }
    const sent = await createApi(cells.of(1).url, token).post("/messages/send", {
      number: "5511977770001",
      body: "Oi",
    });
    expect(sent.status).toBe(200);
    // The entries of the directory belong to the new cell.
    const entry = await cells.of(1).installation.cells.directory.find({ kind: "login", value: person.email });
    expect(entry?.companyId).toBe(tenant.id);
    const again = await cells
      .of(2)
      .installation.cells.directory.reserve({ kind: "login", value: person.email }, tenant.id);
    expect(again).not.toBeNull();
  });

  test("the ids of a moved company and of its invoices are not given again", async () => {
    const { tenant } = await world.office(1);
    move(world, 1, tenant.id, 2);
    await ended(world, 1, tenant.id);
    const next = world.cells.of(1).company("Nova");
    expect(next.id).toBeGreaterThan(tenant.id);
  });

  test("media are in the new cell, also those that arrived during the move", async () => {
    const { cells } = world;
    const { tenant, ana } = await world.office(1);
    const store = async (name: string) => {
      const kept = mediaStoreOf(tenant);
      const received = await kept.receive(
        (async function* () {
          yield Buffer.from(`content of ${name}`);
        })(),
      );
      const file = await kept.adopt(received, "bin", 0);
      const id = tenant.write((unit) =>
        addMediaFile(unit, { path: file.name, name, size: file.size, sha256: file.sha256 }),
      );
      return mediaUrl(tenant, id, name);
    };
    const first = await store("first.bin");
    let second = "";
    cells.gate = async (name, when) => {
      if (name.endsWith("/media") && when === "after" && second === "") second = await store("second.bin");
    };
    move(world, 1, tenant.id, 2);
    expect(await ended(world, 1, tenant.id)).toMatchObject({ state: "done" });
    for (const [name, url] of [
      ["first.bin", first],
      ["second.bin", second],
    ] as const)
      for (const cell of [1, 2]) {
        const answer = await fetch(cells.of(cell).url + url);
        expect([answer.status, await answer.text()]).toEqual([200, `content of ${name}`]);
      }
    expect(ana.actor.id).toBeGreaterThan(0);
  });

  test("while customers write and attendants answer, nothing is lost or doubled, and every door answers 503 for a moment", async () => {
    const { cells } = world;
    const office = await world.office(1);
    const { tenant, ana, ticketId } = office;
    const api = createApi(cells.of(2).url, cells.of(1).api(ana).token);
    const acknowledged: string[] = [];
    let refusals = 0;
    let isOver = false;
    let longestMs = 0;
    const attendant = async () => {
      for (let n = 1; !isOver; n += 1) {
        const [body, id] = [`resposta ${n}`, crypto.randomUUID()];
        const since = performance.now();
        for (;;) {
          const message = { body, clientMessageId: id };
          const { status, body: answer } = await api.post(`/messages/${ticketId}`, message);
          if (status === 200) break;
          expect([status, answer.error]).toEqual([503, "ERR_NOT_DURABLE"]);
          refusals += 1;
          await Bun.sleep(5);
        }
        longestMs = Math.max(longestMs, performance.now() - since);
        acknowledged.push(body);
      }
    };
    const writing = attendant();
    const page = await openSocket(cells.of(2).url, cells.of(1).api(ana).token ?? "");
    await page.next((frame) => frame.t === "ready");
    for (let n = 0; n < 20; n += 1) office.write(`pergunta ${n}`);
    move(world, 1, tenant.id, 2);
    expect(await ended(world, 1, tenant.id)).toMatchObject({ state: "done" });
    await Bun.sleep(50);
    isOver = true;
    await writing;
    expect(await page.closed).toBe(1001);
    const there = cells.of(2).installation.tenants.open(tenant.id);
    const bodies = all<{ body: string }>(
      there.db,
      "SELECT body FROM message WHERE body LIKE '%resposta%'",
    ).map(({ body }) => body.replace(/^.*(resposta \d+).*$/s, "$1"));
    expect(bodies.toSorted()).toEqual(acknowledged.toSorted());
    expect(contentsOf(there).messages.filter((body) => body.startsWith("pergunta"))).toHaveLength(20);
    expect(refusals).toBeGreaterThan(0);
    expect(longestMs).toBeLessThan(5000);
    expect(world.doubled).toEqual([]);
    expect(world.open.get(`${tenant.id}:${office.connectionId}`)).toBe(2);
  });

  test("a company is moved back within 7 days, and its former files are deleted after them", async () => {
    const { cells } = world;
    const office = await world.office(1);
    const { tenant } = office;
    const closed = (cell: number) => join(cells.of(cell).directory, "moved", String(tenant.id));
    const open = (cell: number) => join(cells.of(cell).directory, "companies", String(tenant.id));
    move(world, 1, tenant.id, 2);
    await ended(world, 1, tenant.id);
    await becomesTrue(() => existsSync(closed(1)) && !existsSync(open(1)));
    const there = cells.of(2).installation.tenants.open(tenant.id);
    run(there.db, "UPDATE ticket SET last_message = 'in cell 2'");
    move(world, 2, tenant.id, 1);
    expect(await ended(world, 2, tenant.id)).toMatchObject({ state: "done" });
    await becomesTrue(() => existsSync(closed(2)) && !existsSync(open(2)));
    expect([cellsWith(world, tenant.id), existsSync(closed(1))]).toEqual([[1], false]);
    const back = cells.of(1).installation.tenants.open(tenant.id);
    expect(one(back.db, "SELECT last_message AS text FROM ticket")).toEqual({ text: "in cell 2" });
    await cells.of(2).app.runJob("left_companies");
    expect(existsSync(closed(2))).toBe(true);
    cells.clock.advance(7 * 86_400_000 + 1);
    await cells.of(2).app.runJob("left_companies");
    expect(existsSync(closed(2))).toBe(false);
  });
});

describe("a move that is refused or ends early", () => {
  test("the reason names what is wrong", async () => {
    const { cells } = world;
    const { tenant } = await world.office(1);
    const reasons = [
      reasonOf(() => move(world, 1, 1, 2)),
      reasonOf(() => move(world, 1, 999, 2)),
      reasonOf(() => move(world, 1, tenant.id, 1)),
      reasonOf(() => move(world, 1, tenant.id, 7)),
    ];
    run(cells.of(1).installation.system, "UPDATE company SET removed_at = 1 WHERE id = ?", tenant.id);
    reasons.push(reasonOf(() => move(world, 1, tenant.id, 2)));
    expect(reasons).toEqual([
      "home_company",
      "company_unknown",
      "same_cell",
      "cell_unknown",
      "company_in_bin",
    ]);
  });

  test("a second move of the same company at the same time is refused", async () => {
    const { tenant } = await world.office(1);
    move(world, 1, tenant.id, 2);
    expect(reasonOf(() => move(world, 1, tenant.id, 2))).toBe("already_moving");
    expect(await ended(world, 1, tenant.id)).toMatchObject({ state: "done" });
  });

  test("a cancelled move leaves the company where it is, with its session open, and nothing in the target", async () => {
    const { cells } = world;
    const { tenant, connectionId, ana } = await world.office(1);
    const session = cells.of(1).api(ana).token;
    let cancelled: Promise<void> | undefined;
    cells.gate = (name, when) => {
      if (name.endsWith("/import") && when === "before")
        cancelled ??= cancelMove(cells.of(1).installation, tenant.id);
    };
    move(world, 1, tenant.id, 2);
    expect(await ended(world, 1, tenant.id)).toMatchObject({ state: "failed", error: "cancelled" });
    await cancelled;
    expect(cellsWith(world, tenant.id)).toEqual([1]);
    expect((await createApi(cells.of(1).url, session).get("/auth/me")).status).toBe(200);
    expect(world.open.get(`${tenant.id}:${connectionId}`)).toBe(1);
    for (const folder of ["companies", "arrivals"])
      expect(existsSync(join(cells.of(2).directory, folder, String(tenant.id)))).toBe(false);
    move(world, 1, tenant.id, 2);
    expect(await ended(world, 1, tenant.id)).toMatchObject({ state: "done" });
  });

  test("while the target is away the company stays, whichever step is not answered", async () => {
    const { cells } = world;
    for (const step of ["begin", "blocks", "import"]) {
      const { tenant, ana } = await world.office(1);
      const session = cells.of(1).api(ana).token;
      cells.gate = (name, when) => {
        if (name.endsWith(`/${step}`) && when === "before") cells.away.add(2);
      };
      move(world, 1, tenant.id, 2);
      expect(await ended(world, 1, tenant.id)).toMatchObject({ state: "failed", error: "cell_away" });
      cells.away.delete(2);
      expect((await createApi(cells.of(1).url, session).get("/auth/me")).status).toBe(200);
      expect(cellsWith(world, tenant.id)).toEqual([1]);
    }
    expect(world.doubled).toEqual([]);
  });
});

describe("the address of moves between cells", () => {
  test("a request from outside, also one that another node forwards, gets 404", async () => {
    const { cells } = world;
    const { tenant } = await world.office(1);
    const path = `${MOVES_PREFIX}begin?company=${tenant.id}&move=x`;
    const body = JSON.stringify({ fromCell: 1, migration: "x", bytes: 1 });
    const proof = "0".repeat(64);
    for (const cell of [1, 2])
      for (const headers of [
        {},
        { "x-balcao-move": proof },
        { "x-balcao-caller": JSON.stringify({ ip: "1.2.3.4" }) },
      ]) {
        const answer = await fetch(cells.of(cell).url + path, { method: "POST", body, headers });
        expect(answer.status).toBe(404);
      }
    const { forward, own } = cells.of(1).installation.cells;
    const request = new Request(`http://balcao${path}`, {
      method: "POST",
      body,
      headers: { "x-balcao-move": proof },
    });
    const forwarded = await forward(2, request, { ip: "203.0.113.7", https: true, host: "balcao" });
    expect([own, forwarded.status]).toEqual([1, 404]);
    // A correct proof is worth nothing outside of a link.
    const signed = cells.of(2).installation.secrets.sign("company move", path);
    const outside = await fetch(cells.of(2).url + path, {
      method: "POST",
      body,
      headers: { "x-balcao-move": signed },
    });
    expect(outside.status).toBe(404);
  });
});

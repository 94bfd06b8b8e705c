import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { deletePlan } from "#accounts/plans/write.ts";
import { installationSetting } from "#accounts/settings/index.ts";
import { png } from "#channels/media/testing.ts";
import { priceFor } from "#inbox/costs/prices/cards.ts";
import { vapidKey } from "#inbox/push/vapid.ts";
import { all, one, run } from "#platform/db/database.ts";
import { withSystemFile } from "#tenants/system-file.ts";
import { testUser } from "#test/helpers/installation.ts";
import { type SharingCells, startSharingCells } from "#test/helpers/shared-cells.ts";

let cells: SharingCells;
beforeEach(async () => {
  cells = await startSharingCells();
});
afterEach(() => cells.stop());

const home = () => cells.app(1);
const other = () => cells.app(2);
const asRoot = () => home().api(cells.root);
const PLAN = { name: "Básico", users: 3, value: 49.9 };
const rows = (cell: number, table: string) =>
  all(cells.app(cell).installation.system, `SELECT * FROM "${table}"`);
/** A plan of the home cell that was copied. */
const sharedPlan = async (fields: object = {}): Promise<number> => {
  const { body } = await asRoot().post("/plans", { ...PLAN, ...fields });
  await cells.share();
  return body.id;
};

describe("rows of the home cell", () => {
  test("a plan of the home cell is in the other cell, and its change reaches companies there at once", async () => {
    const id = await sharedPlan();
    const tenant = cells.company(2, id);
    const socket = await other().socket(testUser(tenant, { profile: "admin" }));
    expect(tenant.company.plan).toMatchObject({ name: "Básico", users: 3 });
    await asRoot().put(`/plans/${id}`, { users: 7, useKanban: false });
    await cells.share();
    expect(tenant.company.plan).toMatchObject({ users: 7, useKanban: false });
    expect(await socket.event("company")).toMatchObject({ action: "update" });
    expect(rows(2, "plan")).toEqual(rows(1, "plan"));
  });

  test("a brand with a logo is shown in the other cell, and its open pages change", async () => {
    const tenant = cells.company(2, await sharedPlan());
    const socket = await other().socket(testUser(tenant));
    await asRoot().put("/brand", { name: "Fala Fácil", color: "#0b5cad" });
    const form = new FormData();
    form.set("file", new File([new Uint8Array(await png(40, 40))], "logo.png"));
    const { logoUrl } = (await asRoot().post("/brand/logo", form)).body;
    await cells.share();
    expect(await socket.event("brand", "update")).toMatchObject({ record: { name: "Fala Fácil", logoUrl } });
    expect((await fetch(other().url + logoUrl)).headers.get("content-type")).toBe("image/png");
    expect(rows(2, "brand")).toEqual(rows(1, "brand"));
  });

  test("an announcement with a picture reaches readers and open pages of the other cell, and leaves with them", async () => {
    const reader = testUser(cells.company(2, await sharedPlan()));
    const socket = await other().socket(reader);
    const { id } = (await asRoot().post("/announcements", { title: "Manutenção", text: "domingo" })).body;
    const form = new FormData();
    form.set("file", new File([new Uint8Array(await png(30, 30))], "cartaz.png"));
    const { mediaPath } = (await asRoot().post(`/announcements/${id}/media-upload`, form)).body;
    await cells.share();
    expect(await socket.event("announcement", "create")).toMatchObject({ record: { id, mediaPath } });
    const [shown] = (await other().api(reader).get("/announcements")).body.records;
    expect(shown).toMatchObject({ id, title: "Manutenção", mediaPath, read: false });
    const picture = await (await fetch(other().url + mediaPath)).bytes();
    expect(picture).toEqual(await (await fetch(home().url + mediaPath)).bytes());
    await other().api(reader).post(`/announcements/${id}/read`);
    await asRoot().put(`/announcements/${id}`, { text: "segunda" });
    await cells.share();
    expect(await socket.event("announcement", "update")).toMatchObject({ record: { text: "segunda" } });
    expect((await other().api(reader).get("/announcements")).body.records[0].read).toBe(true);
    await asRoot().delete(`/announcements/${id}`);
    await cells.share();
    expect(await socket.event("announcement", "delete")).toMatchObject({ id });
    expect(rows(2, "announcement_read")).toEqual([]);
    const folder = join(other().directory, "announcements");
    for (let turn = 0; turn < 200 && pictures(folder).length > 0; turn += 1) await Bun.sleep(5);
    expect(pictures(folder)).toEqual([]);
  });

  test("an announcement that was given the id of a deleted one is unread", async () => {
    const reader = testUser(cells.company(2, await sharedPlan()));
    const announce = async (title: string) =>
      (await asRoot().post("/announcements", { title, text: "texto" })).body.id;
    const id = await announce("Primeiro");
    await cells.share();
    await other().api(reader).post(`/announcements/${id}/read`);
    await asRoot().delete(`/announcements/${id}`);
    cells.clock.advance(1);
    expect(await announce("Segundo")).toBe(id);
    await cells.share();
    const [shown] = (await other().api(reader).get("/announcements")).body.records;
    expect(shown).toMatchObject({ title: "Segundo", read: false });
  });

  test("help videos, legal texts and settings of the home cell apply in the other cell", async () => {
    await asRoot().post("/helps", { title: "Começar", video: "abcde12345" });
    await asRoot().put("/legal/term", { language: "pt", text: "Termos" });
    await asRoot().put("/settings/passwordMinLength", { value: "12" });
    await asRoot().put("/settings/metaAppSecret", { value: "segredo" });
    await cells.share();
    expect(rows(2, "help")).toEqual(rows(1, "help"));
    expect((await other().api().get("/legal/term?language=pt")).body.text).toBe("Termos");
    expect(installationSetting(other().installation, "passwordMinLength")).toBe(12);
    expect(installationSetting(other().installation, "metaAppSecret")).toBe("segredo");
    await asRoot().put("/settings/metaAppSecret", { value: "" });
    await cells.share();
    expect(installationSetting(other().installation, "metaAppSecret")).toBe("");
  });

  test("a price that is confirmed in the home cell prices messages in the other cell", async () => {
    const key = { currency: "EUR", market: "Brazil", category: "marketing", day: "2026-11-20", count: 1 };
    expect(priceFor(other().installation, key)).toBeUndefined();
    const { body } = await asRoot().post("/rates", {
      ...{ currency: "EUR", market: "Brazil", category: "marketing" },
      ...{ micros: 54_000, validFrom: "2026-11-01" },
    });
    await asRoot().put("/rates", { ids: [body.id], confirmed: true });
    await cells.share();
    expect(priceFor(other().installation, key)).toMatchObject({ micros: 54_000 });
  });

  test("all cells have the keys of the home cell, and a cell without a copy of them creates none", async () => {
    expect(() => vapidKey(other().installation)).toThrow("ERR_NOT_DURABLE");
    await cells.share();
    expect(vapidKey(other().installation)).toEqual(vapidKey(home().installation));
    expect(rows(2, "erasure_key")).toEqual(rows(1, "erasure_key"));
    expect(rows(1, "erasure_key")).toHaveLength(1);
  });

  test("names that two plans exchange are copied", async () => {
    const [first, second] = [await sharedPlan({ name: "Um" }), await sharedPlan({ name: "Dois" })];
    await asRoot().put(`/plans/${first}`, { name: "Três" });
    await asRoot().put(`/plans/${second}`, { name: "Um" });
    await asRoot().put(`/plans/${first}`, { name: "Dois" });
    await cells.share();
    expect(rows(2, "plan")).toEqual(rows(1, "plan"));
  });
});

const pictures = (folder: string) =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name !== "incoming") : [];

describe("restarts and failures", () => {
  test("changes are copied after a restart of either cell, and after the other cell was away", async () => {
    await asRoot().post("/helps", { title: "Um", video: "abcde12345" });
    await cells.share();
    await cells.stopCell(2);
    await asRoot().post("/helps", { title: "Dois", video: "abcde12345" });
    await cells.share();
    await cells.stopCell(1);
    await cells.startCell(1);
    run(home().installation.system, "UPDATE help SET title = 'Três' WHERE title = 'Dois'");
    await cells.share();
    await cells.startCell(2);
    expect(rows(2, "help")).toMatchObject([{ title: "Um" }]);
    await cells.share();
    expect(rows(2, "help")).toMatchObject([{ title: "Um" }, { title: "Três" }]);
  });

  test("the other cell works with its copy while the home cell is away", async () => {
    const id = await sharedPlan();
    await cells.stopCell(1);
    await cells.stopCell(2);
    await cells.startCell(2);
    await cells.share();
    expect(cells.company(2, id).company.plan.name).toBe("Básico");
  });

  test("steps begin by themselves: a change is copied within two seconds", async () => {
    await cells.share();
    await asRoot().post("/helps", { title: "Um", video: "abcde12345" });
    const advance = async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 100) {
        cells.clock.advance(100);
        await Bun.sleep(2);
      }
    };
    await advance(2000);
    expect(rows(2, "help")).toMatchObject([{ title: "Um" }]);
  });

  test("nothing is published while the servers are away, and everything once they answer", async () => {
    cells.store.faults.isAway = true;
    await asRoot().post("/helps", { title: "Um", video: "abcde12345" });
    await cells.share();
    expect(rows(2, "help")).toEqual([]);
    cells.store.faults.isAway = false;
    await cells.share();
    expect(rows(2, "help")).toHaveLength(1);
  });

  test("a version whose answer was lost is published once more, and copied once", async () => {
    cells.store.faults.losesAnswers = true;
    await asRoot().post("/helps", { title: "Um", video: "abcde12345" });
    await cells.share();
    cells.store.faults.losesAnswers = false;
    await cells.share();
    expect(rows(2, "help")).toEqual(rows(1, "help"));
  });

  test("an older version never replaces a newer one, and the home cell publishes again", async () => {
    await asRoot().post("/helps", { title: "Um", video: "abcde12345" });
    await cells.share();
    const older = (await cells.store.newest()) ?? null;
    await asRoot().delete(`/helps/${(await asRoot().get("/helps")).body.records[0].id}`);
    await cells.share();
    expect(rows(2, "help")).toEqual([]);
    cells.store.setBack(older);
    await cells.stopCell(2);
    await cells.startCell(2);
    await other().app.shareNow();
    expect(rows(2, "help")).toEqual([]);
    cells.clock.advance(60_000);
    await cells.share();
    expect((await cells.store.newest())?.revision).toBeGreaterThan(older?.revision ?? 0);
    expect(rows(2, "help")).toEqual([]);
  });

  test("an interrupted copy leaves the old rows of all tables", async () => {
    await asRoot().post("/helps", { title: "Um", video: "abcde12345" });
    await cells.share();
    const copied = () => ["legal_text", "help", "plan", "shared_revision"].map((table) => rows(2, table));
    const before = copied();
    const { system } = other().installation;
    system.$client.exec(
      "CREATE TEMP TRIGGER fails BEFORE INSERT ON help BEGIN SELECT raise(ABORT, 'no room'); END",
    );
    await asRoot().put("/legal/term", { language: "pt", text: "Termos" });
    await asRoot().post("/helps", { title: "Dois", video: "abcde12345" });
    await sharedPlan();
    expect(copied()).toEqual(before);
    system.$client.exec("DROP TRIGGER fails");
    await cells.share();
    expect(["legal_text", "help", "plan"].map((table) => rows(2, table))).toEqual(
      ["legal_text", "help", "plan"].map((table) => rows(1, table)),
    );
  });

  test("a change that a command makes beside the running server is copied", async () => {
    await cells.share();
    withSystemFile(home().directory, (client) =>
      client.exec(
        "INSERT INTO help (title, video, created_at, updated_at) VALUES ('Um', 'abcde12345', 1, 1)",
      ),
    );
    await cells.share();
    expect(rows(2, "help")).toMatchObject([{ title: "Um" }]);
  });

  test("with one cell nothing is published", async () => {
    const alone = await startSharingCells({ count: 1 });
    await alone.share();
    expect(await alone.store.newest()).toBeNull();
    expect(all(alone.app(1).installation.system, "SELECT name FROM temp.sqlite_schema")).toEqual([]);
    await alone.stop();
  });

  test("parts that no version needs are removed from the store", async () => {
    for (const title of ["Um", "Dois", "Três", "Quatro"]) {
      await asRoot().post("/helps", { title, video: "abcde12345" });
      await cells.share();
    }
    expect(cells.store.parts().filter((name) => name === "help")).toHaveLength(2);
  });
});

describe("writes in another cell", () => {
  test("a write of a shared table in another cell is refused", async () => {
    const id = await sharedPlan();
    const { system } = other().installation;
    const refused = "copied rows are written in the home cell only";
    expect(() => run(system, "UPDATE plan SET users = 99 WHERE id = ?", id)).toThrow(refused);
    expect(() => run(system, "DELETE FROM market_prefix")).toThrow(refused);
    expect(() => run(system, "INSERT INTO installation_setting VALUES ('smtpUrl', 'x')")).toThrow(refused);
    expect(() => run(system, "UPDATE company SET name = 'Outro' WHERE id = 1")).toThrow(refused);
    expect(rows(2, "plan")).toEqual(rows(1, "plan"));
    const tenant = cells.company(2, id);
    run(system, "UPDATE company SET phone = '1' WHERE id = ?", tenant.id);
  });

  test("a super user's request that writes a plan in another cell fails and changes nothing", async () => {
    const id = await sharedPlan();
    const inHome = asRoot();
    await cells.share();
    const there = await fetch(`${other().url}/api/plans/${id}`, {
      method: "PUT",
      headers: { authorization: `Bearer ${inHome.token}`, "content-type": "application/json" },
      body: JSON.stringify({ users: 99 }),
    });
    expect(there.status).toBe(503);
    expect(rows(2, "plan")).toEqual(rows(1, "plan"));
  });

  test("a deleted plan stays in a cell whose companies have it: not offered, under another name if that is taken", async () => {
    const id = await sharedPlan();
    const tenant = cells.company(2, id);
    // After the other cells were asked whether they use it.
    deletePlan(cells.root, id);
    const next = await sharedPlan({ name: "básico", users: 9 });
    expect(next).toBeGreaterThan(id);
    expect(one(other().installation.system, "SELECT name, public FROM plan WHERE id = ?", id)).toEqual({
      name: `Básico [${id}]`,
      public: 0,
    });
    expect(tenant.company.plan.users).toBe(3);
    await asRoot().put("/plans/1", { users: 500 });
    await cells.share();
    expect(rows(2, "plan")).toHaveLength(rows(1, "plan").length + 1);
    await cells.stopCell(2);
    await cells.startCell(2);
    run(other().installation.system, "UPDATE company SET plan_id = ? WHERE id = ?", next, tenant.id);
    await cells.share();
    expect(rows(2, "plan")).toEqual(rows(1, "plan"));
  });
});

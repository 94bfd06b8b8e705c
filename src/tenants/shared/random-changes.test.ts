import { expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { deletePlan } from "#accounts/plans/write.ts";
import { png } from "#channels/media/testing.ts";
import { all, run } from "#platform/db/database.ts";
import { AppError } from "#platform/errors.ts";
import { SWEEP_MS } from "#test/helpers/patient.ts";
import { becomesTrue } from "#test/helpers/provider.ts";
import { type SharingCells, startSharingCells } from "#test/helpers/shared-cells.ts";

const CHANGES = 1000;
const TABLES = [
  "plan",
  "help",
  "legal_text",
  "installation_setting",
  "meta_rate",
  "market_prefix",
  "announcement",
  "brand",
];

/** Numbers from 0 to `below`, the same in each run with the same seed. */
function randomNumbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

test(
  "1,000 random changes with restarts, lost answers and absences end in equal rows in all cells",
  async () => {
    const seed = Number(process.env["SEED"] ?? Date.now() % 100_000);
    const random = randomNumbers(seed);
    const cells = await startSharingCells({ count: 3 });
    const picture = new Uint8Array(await png(8, 8));
    await cells.share();
    for (let n = 0; n < CHANGES; n += 1) await step(cells, random, n, picture);
    cells.store.faults.isAway = false;
    cells.store.faults.losesAnswers = false;
    cells.clock.advance(60_000);
    await cells.share();
    await cells.share();
    const [home] = [cells.app(1).installation.system];
    for (const cell of [2, 3]) {
      const { system } = cells.app(cell).installation;
      for (const table of TABLES) {
        const here = all(system, `SELECT * FROM ${table}`);
        const wanted = all<{ id: number }>(home, `SELECT * FROM ${table}`);
        if (table !== "plan") expect([seed, table, here]).toEqual([seed, table, wanted]);
        else {
          const ids = new Set(wanted.map(({ id }) => id));
          const kept = all<{ id: number }>(
            system,
            "SELECT id FROM plan WHERE id IN (SELECT plan_id FROM company) ORDER BY id",
          ).filter(({ id }) => !ids.has(id));
          expect([seed, ...here.filter((row) => ids.has((row as { id: number }).id))]).toEqual([
            seed,
            ...wanted,
          ]);
          expect(here).toHaveLength(wanted.length + kept.length);
        }
      }
      expect(all(system, "PRAGMA foreign_key_check")).toEqual([]);
      const folder = join(cells.app(cell).directory, "announcements");
      const named = all<{ media_path: string }>(
        system,
        "SELECT media_path FROM announcement WHERE media_path IS NOT NULL",
      ).map(({ media_path }) => media_path);
      for (const name of named) expect(await Bun.file(join(folder, name)).bytes()).toEqual(picture);
      const files = () =>
        existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".png")) : [];
      await becomesTrue(() => files().length <= named.length);
      expect([seed, ...files().toSorted()]).toEqual([seed, ...named.toSorted()]);
    }
    await cells.stop();
  },
  SWEEP_MS,
);

type Random = (below: number) => number;

/** Deletes a plan that no company of the home cell has; those of other cells are not asked. */
function removePlan({ root }: SharingCells, id: number): void {
  try {
    deletePlan(root, id);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

async function step(
  cells: SharingCells,
  random: Random,
  n: number,
  picture: Uint8Array<ArrayBuffer>,
): Promise<void> {
  cells.clock.advance(1 + random(400));
  const api = cells.app(1).api(cells.root);
  const { system } = cells.app(1).installation;
  const idOf = (table: string) => {
    const ids = all<{ id: number }>(system, `SELECT id FROM ${table} WHERE id > 1`);
    return ids[random(ids.length)]?.id ?? 0;
  };
  const name = `Nome ${random(12)}`;
  const changes: (() => unknown)[] = [
    () => api.post("/plans", { name, users: random(9) }),
    () => api.put(`/plans/${idOf("plan")}`, { name, users: random(9) }),
    () => removePlan(cells, idOf("plan")),
    () => api.post("/helps", { title: name, video: "abcde12345" }),
    () => api.put(`/helps/${idOf("help")}`, { title: name }),
    () => api.delete(`/helps/${idOf("help")}`),
    () => api.put("/legal/term", { language: "pt", text: random(3) === 0 ? "" : `Termos ${n}` }),
    () => api.put("/settings/pixName", { value: `PROVEDOR ${random(5)}` }),
    () => api.put("/brand", { name, color: "" }),
    () => api.post("/announcements", { title: name, text: `texto ${n}` }),
    async () => {
      const form = new FormData();
      form.set("file", new File([picture], "cartaz.png"));
      await api.post(`/announcements/${idOf("announcement")}/media-upload`, form);
    },
    () => api.delete(`/announcements/${idOf("announcement")}`),
    () =>
      run(
        system,
        `INSERT INTO meta_rate (currency, market, category, micros, valid_from, source, updated_at)
          VALUES ('USD', ?, 'marketing', ?, '2026-01-01', 'test', ?)`,
        ...[name, random(1000), n],
      ),
    () => run(system, "DELETE FROM meta_rate WHERE id = ?", idOf("meta_rate")),
    () => run(system, "INSERT OR REPLACE INTO market_prefix VALUES (?, ?)", String(random(999)), name),
    () => companyIn(cells, 2 + random(2), random),
  ];
  await changes[random(changes.length)]?.();
  if (random(4) === 0) await cells.share();
  if (random(20) === 0) cells.store.faults.isAway = !cells.store.faults.isAway;
  if (random(20) === 0) cells.store.faults.losesAnswers = !cells.store.faults.losesAnswers;
  if (random(40) === 0) {
    const cell = 1 + random(3);
    await cells.stopCell(cell);
    await cells.startCell(cell);
  }
}

function companyIn(cells: SharingCells, cell: number, random: Random): void {
  const plans = all<{ id: number }>(cells.app(cell).installation.system, "SELECT id FROM plan");
  const plan = plans[random(plans.length)];
  if (plan && random(4) === 0) cells.company(cell, plan.id, `Padaria ${cell} ${cells.clock.now()}`);
}

import { expect, test } from "bun:test";
import type { CockpitCompany } from "#provider/cockpit/contract.ts";
import { fakeApi } from "#web/lib/testing/test-fakes.ts";
import { CockpitModel, shownCompanies } from "./cockpit-model.ts";

const company = (id: number, fields: Partial<CockpitCompany> = {}): CockpitCompany => ({
  id,
  name: `Empresa ${id}`,
  plan: "Plano",
  storageBytes: 0,
  storageLimitBytes: 0,
  state: "active",
  dueDate: null,
  connectionsUp: 0,
  connectionsDown: 0,
  usersOnline: 0,
  messages: 0,
  diskBytes: 0,
  comparedMessages: 0,
  foundGaps: 0,
  filledGaps: 0,
  measuredAt: null,
  ...fields,
});

test("the cockpit sorts companies by disk usage, highest first, and filters them by state", () => {
  const all = [
    company(1, { diskBytes: 5 }),
    company(2, { diskBytes: 9, state: "expired" }),
    company(3, { diskBytes: 7 }),
  ];
  const ids = (state: "all" | "expired" | "off") => shownCompanies(all, state).map(({ id }) => id);
  expect([ids("all"), ids("expired"), ids("off")]).toEqual([[2, 3, 1], [2], []]);
});

test("a failed refresh of the cockpit keeps the figures; a failed first load shows an error that can be retried", async () => {
  let works = false;
  const { api } = fakeApi(() => (works ? { body: { companies: [] } } : { status: 500, body: {} }));
  const model = new CockpitModel(api);
  await model.load();
  expect([model.answer.value, model.error.value !== null]).toEqual([null, true]);
  works = true;
  await model.load();
  expect([model.answer.value !== null, model.error.value]).toEqual([true, null]);
  works = false;
  await model.load();
  expect([model.answer.value !== null, model.error.value]).toEqual([true, null]);
});

test("restricted numbers that fail to load hide no other figure of the cockpit, and are loaded again", async () => {
  let works = false;
  const { api } = fakeApi(({ path }) =>
    works || !path.endsWith("/numbers") ? { body: { companies: [] } } : { status: 500, body: {} },
  );
  const model = new CockpitModel(api);
  await model.load();
  expect([model.answer.value !== null, model.numbers.value, model.numbersError.value !== null]).toEqual([
    ...[true, null, true],
  ]);
  works = true;
  await model.loadNumbers();
  expect([model.numbers.value !== null, model.numbersError.value]).toEqual([true, null]);
});

test("during a backup the cockpit polls more often, so that the end is shown soon", async () => {
  let state = "running";
  const { api } = fakeApi(() => ({ body: { companies: [], backups: { state } } }));
  const model = new CockpitModel(api);
  const usual = model.againMs.value;
  await model.load();
  expect(model.againMs.value).toBeLessThan(5_000);
  state = "idle";
  await model.load();
  expect(model.againMs.value).toBe(usual);
});

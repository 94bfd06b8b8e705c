import { ensureProviderCompany } from "#accounts/plans/index.ts";
import { type Cells, HOME_CELL, oneCell } from "#platform/cells.ts";
import { type FakeClock, fakeClock } from "#platform/clock.ts";
import { run } from "#platform/db/database.ts";
import { AppError } from "#platform/errors.ts";
import type { Log } from "#platform/log.ts";
import { PROVIDER_ID } from "#tenants/provider.ts";
import { reservedForTests } from "#tenants/reserve.ts";
import { createMemorySharedRows, type MemorySharedRows } from "#tenants/shared/testing/memory-shared-rows.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "./app.ts";
import { testUser } from "./installation.ts";

export interface SharingCells {
  readonly store: MemorySharedRows;
  readonly clock: FakeClock;
  /** The apps by the number of their cell. */
  app(cell: number): TestApp;
  /** The super user of the home cell, as its app knows them now. */
  readonly root: UserCtx;
  /** Publishes in the home cell, and copies into the others that run. */
  share(): Promise<void>;
  /** A company on a plan that was copied to its cell. */
  company(cell: number, planId: number, name?: string): Tenant;
  stopCell(cell: number): Promise<void>;
  startCell(cell: number): Promise<TestApp>;
  stop(): Promise<void>;
}

export interface SharingCellsOptions {
  readonly count?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly log?: Log;
}

/** Apps of several cells with the provider's company, a store for shared rows in memory, and one clock. */
export async function startSharingCells({
  count = 2,
  env = {},
  log,
}: SharingCellsOptions = {}): Promise<SharingCells> {
  const store = createMemorySharedRows();
  const clock = fakeClock();
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const cells = (own: number): Cells => ({
    ...oneCell(own),
    all: () => numbers,
    // These cells reach only the store of shared rows.
    forward: () => Promise.reject(new AppError(503, "ERR_NOT_DURABLE", { retryAfterSeconds: 1 })),
  });
  const running = new Map<number, TestApp>();
  const directories = new Map<number, string>();
  const startCell = async (cell: number) => {
    const directory = directories.get(cell);
    const app = await startTestApp({
      cells: cells(cell),
      sharedRows: store,
      clock,
      env: { RATE_LIMITS: "off", ...env },
      ...(directory !== undefined && { directory }),
      ...(log && { log }),
    });
    if (cell === HOME_CELL && directories.has(cell))
      root = { actor: root.actor, tenant: app.installation.tenants.open(PROVIDER_ID) };
    directories.set(cell, app.directory);
    running.set(cell, app);
    return app;
  };
  for (const cell of numbers) await startCell(cell);
  const appOf = (cell: number) => {
    const app = running.get(cell);
    if (!app) throw new Error(`cell ${cell} does not run`);
    return app;
  };
  const provider = await ensureProviderCompany(appOf(HOME_CELL).installation, "Provedor");
  const rita = testUser(provider, { profile: "admin", name: "Rita" });
  let root = { ...rita, actor: { ...rita.actor, super: true } };
  run(provider.db, "UPDATE user SET super = 1 WHERE id = ?", root.actor.id);
  let made = 0;
  return {
    store,
    clock,
    app: appOf,
    get root() {
      return root;
    },
    async share() {
      await running.get(HOME_CELL)?.app.shareNow();
      for (const [cell, app] of running) if (cell !== HOME_CELL) await app.app.shareNow();
    },
    company(cell, planId, name) {
      made += 1;
      const company = { name: name ?? `Padaria ${made}`, planId, email: "", phone: "", dueDate: null };
      return appOf(cell).installation.tenants.create(
        { ...company, recurrence: "monthly", active: true },
        reservedForTests(),
      );
    },
    async stopCell(cell) {
      await appOf(cell).stop({ directory: true });
      running.delete(cell);
    },
    startCell,
    async stop() {
      for (const app of running.values()) await app.stop();
    },
  };
}

import { afterAll, describe, expect, test } from "bun:test";
import { startTestApp } from "#test/helpers/app.ts";
import { forEachDueCompany } from "./due-companies.ts";

const app = await startTestApp();
afterAll(() => app.stop());

describe("work for due companies", () => {
  test("due work of companies runs oldest first, is scheduled again by its result, and a failure stops no other company", async () => {
    const { installation, clock } = app;
    const { tenants } = installation;
    const [first, failing, last] = [app.company(), app.company(), app.company()];
    for (const [at, company] of [first, failing, last].entries())
      company.write((unit) => unit.scheduleWake("test", unit.now - 10 + at));
    const visited: number[] = [];
    const due = () => tenants.dueCompanies("test", clock.now());
    const visit = () =>
      forEachDueCompany(installation, {
        job: "test",
        failure: "test work failed",
        retryMs: 1000,
        run(tenant) {
          visited.push(tenant.id);
          if (tenant === failing) throw new Error("no");
          return tenant === last ? null : clock.now() + 5000;
        },
      });
    await visit();
    expect(visited).toEqual([first.id, failing.id, last.id]);
    expect(due()).toEqual([]);
    clock.advance(1000);
    expect(due()).toEqual([failing.id]);
    clock.advance(4000);
    expect(due()).toEqual([failing.id, first.id]);
  });

  test("after the wall clock was set back, a job with `afterSetBack` runs once immediately, and any other job keeps its time", async () => {
    const { installation, clock } = app;
    const company = app.company();
    const before = clock.now();
    const runs: string[] = [];
    for (const job of ["by rows", "by time"])
      company.write((unit) => unit.scheduleWake(job, before + 600_000));
    const pass = async () => {
      for (const job of ["by rows", "by time"])
        await forEachDueCompany(installation, {
          job,
          failure: "failed",
          afterSetBack: job === "by rows",
          run: () => {
            runs.push(job);
            return before + 600_000;
          },
        });
    };
    for (const at of [0, 300_000, 299_000]) {
      clock.set(before + at);
      await pass();
    }
    expect(runs).toEqual([]);
    clock.set(before);
    await pass();
    await pass();
    expect(runs).toEqual(["by rows"]);
  });

  test("due work without a result stays due", async () => {
    const company = app.company();
    company.write((unit) => unit.scheduleWake("other", unit.now));
    await forEachDueCompany(app.installation, {
      job: "other",
      failure: "failed",
      run: async () => undefined,
    });
    expect(app.installation.tenants.dueCompanies("other", app.clock.now())).toEqual([company.id]);
  });
});

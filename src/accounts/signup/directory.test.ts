import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { fakeClock } from "#platform/clock.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { type MemoryDirectory, memoryDirectory } from "#test/helpers/memory-directory.ts";
import { dead, type SignupWorld, startSignupWorld } from "./testing.ts";

let directory: MemoryDirectory;
let w: SignupWorld;
/** The other cell. */
let far: TestApp;
beforeAll(async () => {
  const clock = fakeClock();
  directory = memoryDirectory(clock.now);
  w = await startSignupWorld({ clock, cells: directory.cells(1) });
  far = await startTestApp({ clock, cells: directory.cells(2) });
});
afterAll(async () => {
  await w.stop();
  await far.stop();
});
beforeEach(() => {
  w.set("confirmSignup", "enabled");
  w.set("allowSignup", "enabled");
});

const IN_USE = { status: 409, body: { error: "ERR_EMAIL_IN_USE" } };

describe("sign-up in an installation with several cells", () => {
  test("a confirmed sign-up has its e-mail and name in the directory, under the id of its company", async () => {
    const { who, name, before } = await w.signUp();
    expect(Object.keys(directory.entries())).not.toContain(`login ${who.email}`);
    expect((await w.confirm(await w.codeOf(before))).status).toBe(200);
    const [company] = w.companiesOf(who.email);
    const owner = { cell: 1, companyId: company?.id as number, isConfirmed: true };
    expect(directory.entries()).toMatchObject({
      [`login ${who.email}`]: owner,
      [`name ${name.toLowerCase()}`]: owner,
    });
  });

  // The confirmation of one that was taken meanwhile: test/cells/sign-up.test.ts.
  test("a sign-up gets 409 for an e-mail of the other cell", async () => {
    await far.person(far.company(), { email: "longe@padaria.example" });
    const [files, entries] = [w.folders(), directory.entries()];
    expect((await w.signUp({ email: "longe@padaria.example" })).reply).toMatchObject(IN_USE);
    expect([w.folders(), directory.entries()]).toEqual([files, entries]);
  });

  test("a confirmed sign-up whose name was taken in the other cell meanwhile gets the name with a number", async () => {
    const { who, name, before } = await w.signUp();
    directory.leave({ kind: "name", value: name.toLowerCase() }, 2, null);
    expect((await w.signUp({ name: name.toUpperCase() })).reply.body.error).toBe("ERR_NAME_IN_USE");
    expect((await w.confirm(await w.codeOf(before))).status).toBe(200);
    expect(w.companiesOf(who.email)).toMatchObject([{ name: `${name} (2)` }]);
  });

  test("one of two parallel confirmations creates the company, the other one reports a used link", async () => {
    const { who, before } = await w.signUp();
    const code = await w.codeOf(before);
    const replies = await Promise.all([w.confirm(code), w.confirm(code)]);
    expect(replies.find(({ status }) => status !== 200)).toMatchObject(dead("used"));
    expect(w.companiesOf(who.email)).toHaveLength(1);
  });

  test("a sign-up that is replaced while it is confirmed creates no company", async () => {
    const first = await w.signUp();
    const code = await w.codeOf(first.before);
    let second: ReturnType<SignupWorld["signUp"]> | undefined;
    directory.onReserved = ({ kind }) => {
      if (kind === "login") second ??= w.signUp({ email: first.who.email, password: "outra senha" });
    };
    // The later sign-up is stored while the first one is about to be written.
    const { installation } = w.app;
    const reserve = installation.cells.directory.reserve;
    Object.assign(installation.cells.directory, {
      reserve: async (...args: Parameters<typeof reserve>) => {
        const made = await reserve(...args);
        await second;
        return made;
      },
    });
    const reply = await w.confirm(code);
    directory.onReserved = () => {};
    Object.assign(installation.cells.directory, { reserve });
    expect(reply).toMatchObject(dead("replaced"));
    expect(w.companiesOf(first.who.email)).toEqual([]);
    expect((await w.confirm(await w.codeOf((await second)?.before ?? 0))).status).toBe(200);
  });
});

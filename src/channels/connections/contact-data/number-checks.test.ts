import { afterEach, beforeEach, expect, test } from "bun:test";
import { createConnection } from "#channels/connections/crud/create.ts";
import { connections } from "#channels/connections/feature.ts";
import { ProviderPort } from "#channels/connections/provider-port.ts";
import type { NumberAnswer } from "#people/contacts/index.ts";
import { run } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { recordBroadcasts } from "#test/helpers/broadcasts.ts";
import { type TestInstallation, testInstallation, testUser } from "#test/helpers/installation.ts";
import { type ScriptedProvider, scriptedProvider, settle } from "#test/helpers/provider.ts";
import { createNumberCheck } from "./number-checks.ts";

let app: TestInstallation;
let tenant: Tenant;
let provider: ScriptedProvider;
let connectionId: number;
const asked: string[] = [];

beforeEach(async () => {
  app = testInstallation();
  provider = scriptedProvider();
  asked.length = 0;
  provider.answers.checkNumber = (number) => {
    asked.push(number);
    return { exists: true, identities: [] };
  };
  app.installation.ports.plug(ProviderPort, provider);
  recordBroadcasts(app.installation);
  connections.listen?.(app.installation);
  tenant = app.company();
  connectionId = (await createConnection(testUser(tenant, { profile: "admin" }), { name: "Vendas" })).id;
});
afterEach(() => app.close());

test("numbers are checked once per second, and a check that would wait more than five seconds is left out", async () => {
  const gate = createNumberCheck();
  const answers = ["1", "2", "3", "4", "5", "6", "7"].map((number) =>
    gate.check(tenant, connectionId, number),
  );
  await settle();
  expect(asked).toEqual(["1"]);
  app.clock.advance(1000);
  await settle();
  expect(asked).toEqual(["1", "2"]);
  app.clock.advance(3000);
  await settle();
  expect(asked).toEqual(["1", "2", "3", "4", "5"]);
  expect(await Promise.all(answers.slice(5))).toEqual([null, null]);
  expect(await answers[0]).toEqual({ exists: true, identities: [] });
});

test("the daily quota survives restarts and resets on the next day", async () => {
  run(tenant.db, "UPDATE connection SET checks_day = '2026-11-20', checks_count = 499");
  expect(await createNumberCheck().check(tenant, connectionId, "1")).not.toBeNull();
  expect(await createNumberCheck().check(tenant, connectionId, "2")).toBeNull();
  app.clock.advance(24 * 60 * 60_000);
  expect(await createNumberCheck().check(tenant, connectionId, "3")).not.toBeNull();
  expect(asked).toEqual(["1", "3"]);
});

test("a number stays unknown when the network does not answer within five seconds", async () => {
  const late = Promise.withResolvers<NumberAnswer>();
  provider.checkNumber = () => late.promise;
  const answer = createNumberCheck().check(tenant, connectionId, "1");
  await settle();
  app.clock.advance(5000);
  expect(await answer).toBeNull();
  late.reject(new Error("the connection was closed"));
  await settle();
});

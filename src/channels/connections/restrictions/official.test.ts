import { afterEach, beforeEach, expect, test } from "bun:test";
import { reindexMetaAccounts } from "#channels/connections/meta/accounts.ts";
import { run } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { type TestInstallation, testConnection, testInstallation } from "#test/helpers/installation.ts";
import { applyAccountUpdates, endOfficialRestrictions, restrictAfterRefusal } from "./official.ts";
import { openRestrictions } from "./store.ts";

let app: TestInstallation;
let tenant: Tenant;
let id: number;
beforeEach(async () => {
  app = testInstallation();
  tenant = app.company();
  id = testConnection(tenant, { name: "Oficial" });
  run(tenant.db, "UPDATE connection SET provider = 'cloud', number = '5511400010001'");
  run(
    tenant.db,
    "INSERT INTO meta_account (connection_id, kind, external_id, parent_id, token, checked_at) VALUES (?, 'phone', '77', '88', 'x', 0)",
    id,
  );
  await reindexMetaAccounts(tenant);
});
afterEach(() => app.close());

const update = (field: string, value: object) =>
  applyAccountUpdates(app.installation, { id: "88", changes: [{ field, value }] });
const open = () =>
  openRestrictions(tenant.db, id).map(({ kind, effect, endsAt }) => ({ kind, effect, endsAt }));

test("an account restriction of Meta holds templates until its end and is lifted then", async () => {
  const seconds = Math.floor(app.clock.now() / 1000) + 3600;
  update("account_update", {
    event: "ACCOUNT_RESTRICTION",
    restriction_info: [
      { restriction_type: "RESTRICTED_ADD_PHONE_NUMBER_ACTION" },
      { restriction_type: "RESTRICTED_BIZ_INITIATED_MESSAGING", expiration: seconds },
    ],
  });
  expect(open()).toEqual([{ kind: "account_restricted", effect: "templates", endsAt: seconds * 1000 }]);
  app.clock.advance(3_600_000 + 1000);
  await endOfficialRestrictions.run(app.installation);
  expect(open()).toEqual([]);
});

test("a disabled account holds everything until Meta reinstates it", () => {
  update("account_update", { event: "DISABLED_UPDATE", ban_info: { waba_ban_state: "DISABLE" } });
  expect(open()).toMatchObject([{ kind: "account_restricted", effect: "everything" }]);
  update("account_update", { event: "DISABLED_UPDATE", ban_info: { waba_ban_state: "REINSTATE" } });
  expect(open()).toEqual([]);
});

test("a flagged number shows low quality and holds nothing back", () => {
  update("phone_number_quality_update", { display_phone_number: "+55 11 40001-0001", event: "FLAGGED" });
  expect(open()).toMatchObject([{ kind: "quality_low", effect: "none" }]);
  update("phone_number_quality_update", { display_phone_number: "551199", event: "UNFLAGGED" });
  expect(open()).toHaveLength(1);
  update("phone_number_quality_update", { display_phone_number: "5511400010001", event: "UNFLAGGED" });
  expect(open()).toEqual([]);
});

const error = (detail: string | null) => tenant.write((unit) => restrictAfterRefusal(unit, id, detail));

test("an error about the account or its limits restricts templates for a day, and errors about other causes restrict nothing", async () => {
  for (const detail of ["130429 rate", "131056 pair", "131047 window", null]) error(detail);
  expect(open()).toEqual([]);
  error("refused: 130497 country");
  expect(open()).toMatchObject([{ kind: "account_restricted", effect: "none" }]);
  for (const detail of ["131031 locked", "368 blocked", "131048 spam", "131064 limit"]) error(detail);
  expect(
    open()
      .map(({ kind, effect }) => `${kind}:${effect}`)
      .toSorted(),
  ).toEqual(["account_restricted:templates", "limit_reached:templates"]);
  app.clock.advance(24 * 3_600_000 + 1000);
  await endOfficialRestrictions.run(app.installation);
  expect(open()).toEqual([]);
});

test("an error or a warning does not shorten or weaken what Meta stated before", () => {
  const seconds = Math.floor(app.clock.now() / 1000) + 6 * 86_400;
  const restriction_info = [{ restriction_type: "RESTRICTED_BIZ_INITIATED_MESSAGING", expiration: seconds }];
  update("account_update", { event: "ACCOUNT_RESTRICTION", restriction_info });
  const before = open();
  for (const detail of ["131031 locked", "130497 country"]) error(detail);
  update("account_update", { event: "ACCOUNT_VIOLATION", violation_info: { violation_type: "SCAM" } });
  expect(open()).toEqual(before);
});

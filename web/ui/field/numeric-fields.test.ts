import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import { GROUPS } from "#web/accounts/settings/fields.ts";

const web = join(import.meta.dir, "../..");
const read = (file: string) => readFileSync(join(web, file), "utf8");

/** Numeric fields whose zero is an ordinary number, refused, or part of a code; all others state what zero means. */
const ORDINARY = new Map([
  ["accounts/companies/company-costs-dialog.tsx", "a margin of 0 %; a rate above 0"],
  ["accounts/opening-hours/span-row.tsx", "a time of day"],
  ["accounts/plans/plan-dialog.tsx", "a price in reais"],
  ["accounts/queues/fields-general.tsx", "a position in a list"],
  ["accounts/queues/options/option-panel.tsx", "the number that a customer types; tries from 1"],
  ["accounts/settings/typed-setting.tsx", "settings from 1, see the test below"],
  ["automation/rules/event-fields.tsx", "minutes from 1"],
  ["automation/prompts/prompt-dialog.tsx", "a temperature of 0; limits from 1"],
  ["channels/connections/form/fields-advanced.tsx", "seconds from 1"],
  ["channels/connections/meta/facebook-dialog.tsx", "an id"],
  ["channels/connections/meta/official-dialog.tsx", "an id"],
  ["channels/connections/meta/official-number-picker.tsx", "a PIN"],
  ["channels/connections/meta/verify-number.tsx", "a code"],
  ["inbox/costs/budget-panel.tsx", "an amount of money; no limit is the empty field"],
  ["inbox/costs/rates/add-panel.tsx", "a price"],
  ["inbox/follow-ups/wait-field.tsx", "a wait from 30 minutes"],
  ["inbox/schedules/form/schedule-dialog.tsx", "hours from 1"],
  ["inbox/sla/policy-dialog.tsx", "minutes from 1; no promise is the empty field"],
  [
    "inbox/tickets/views/condition-value.tsx",
    "a number of minutes or attendances; an empty field is not saved",
  ],
  ["people/fields/value-input.tsx", "a number that the company defined; no value is the empty field"],
]);

test("every numeric field states what its zero means, unless its zero is an ordinary number", () => {
  const plain = [...new Glob("**/*.tsx").scanSync(web)].filter(
    (file) =>
      !/\.test\.tsx$|^ui\/field\//.test(file) && /inputMode[=:] ?"(numeric|decimal)"/.test(read(file)),
  );
  expect(plain.sort()).toEqual([...ORDINARY.keys()].sort());
});

test("every setting that can be zero states what zero means", () => {
  const silent = GROUPS.flatMap(({ fields }) => fields).filter(
    ({ control }) => control.kind === "number" && control.min === 0 && !control.zero,
  );
  expect(silent).toEqual([]);
});

test("no text explains a zero that its field never shows", () => {
  const explained = [...new Glob("**/locales/*.json").scanSync(web)].filter((file) =>
    /(^|[".( ])0 (=|desliga|desativa|significa|sem limite|switches|turns|means|disables|lo desactiva|desactiva|sin límite)/im.test(
      read(file),
    ),
  );
  expect(explained).toEqual([]);
});

import { expect, test } from "bun:test";
import { catalogue, settingKeys } from "#accounts/settings/catalogue.ts";
import { GROUPS, INSTALLATION_FIELDS, SUPER_ONLY } from "#web/accounts/settings/fields.ts";

/** Settings that are not on the settings page, each with its page. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  firstSteps: "on the list of the first steps itself",
  holidays: "beside the opening hours",
  messageInterval: "campaign settings",
  longerIntervalAfter: "campaign settings",
  greaterInterval: "campaign settings",
  variables: "campaign settings",
};
const fields = [...GROUPS.flatMap((group) => group.fields), ...INSTALLATION_FIELDS];
const definition = (key: string) => catalogue[key as keyof typeof catalogue];

test("every setting is on the settings page once, or is known to be on another page", () => {
  const keys: string[] = [...fields.map(({ key }) => key), ...Object.keys(ELSEWHERE)];
  expect(keys.toSorted()).toEqual([...settingKeys].toSorted());
});

test("a setting has the input control of its type", () => {
  for (const { key, control } of fields) {
    const { secret, place, writes } = { secret: undefined, ...definition(key) };
    expect([key, control.kind === "secret"]).toEqual([key, secret === true]);
    expect([key, INSTALLATION_FIELDS.some((field) => field.key === key)]).toEqual([
      key,
      place === "installation",
    ]);
    if (place === "company") expect([key, SUPER_ONLY.has(key)]).toEqual([key, writes === "super"]);
  }
});

test("the server accepts every value that the settings page offers", async () => {
  const { safeParse } = await import("valibot");
  const takes = (key: string, value: string) => safeParse(definition(key).kind.schema, value).success;
  for (const { key, control } of fields) {
    if (control.kind === "flag")
      expect([key, takes(key, "enabled"), takes(key, "disabled")]).toEqual([key, true, true]);
    if (control.kind === "trueFalse") expect([key, takes(key, "true")]).toEqual([key, true]);
    if (control.kind === "choice")
      for (const id of control.options)
        expect([id, takes(key, id.slice(key.length + 1))]).toEqual([id, true]);
    if (control.kind !== "number") continue;
    const { min, max } = control;
    expect([key, takes(key, `${min}`), takes(key, `${max}`), takes(key, `${max + 1}`)]).toEqual([
      key,
      true,
      true,
      false,
    ]);
  }
});

import { expect, jest, test } from "bun:test";
import { ADMIN_SUBMIT_DELAY_MS } from "#web/ui/form/form-model.ts";
import { createPaceForm, type PaceValues, problemOfShortcut, withVariable } from "./settings-form.ts";

const usual: PaceValues = {
  messageInterval: 20,
  longerIntervalAfter: 20,
  greaterInterval: 60,
  variables: [{ key: "loja", value: "Aurora" }],
};

test("a shortcut of a variable is added once, ignoring case, and never replaces a reserved one", () => {
  const add = (key: string) => withVariable(usual.variables, { key, value: "x" }).map((known) => known.key);
  expect(add("pix")).toEqual(["loja", "pix"]);
  expect(add("Loja")).toEqual(["loja"]);
  expect(add("nome")).toEqual(["loja"]);
  expect(
    ["LOJA", "email", "com espaço", "", "a".repeat(31), "pix"].map((key) =>
      problemOfShortcut(usual.variables, key),
    ),
  ).toEqual(["taken", "builtIn", "invalid", "invalid", "invalid", null]);
});

test("intervals and variables of campaigns are saved together, and an invalid interval is refused", async () => {
  const saved: PaceValues[] = [];
  let said = 0;
  const form = createPaceForm({
    initial: usual,
    save: async (values) => void saved.push(values),
    onSaved: () => {
      said += 1;
    },
    onFailure: () => undefined,
  });
  const submit = async () => {
    jest.useFakeTimers();
    const done = form.submit();
    jest.advanceTimersByTime(ADMIN_SUBMIT_DELAY_MS);
    jest.useRealTimers();
    await done;
  };
  form.set("messageInterval", 7);
  await submit();
  expect(saved).toEqual([]);
  form.set("messageInterval", 5);
  await submit();
  expect(saved).toEqual([{ ...usual, messageInterval: 5 }]);
  expect([said, form.dirty.value]).toEqual([1, false]);
});

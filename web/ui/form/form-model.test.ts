import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import * as v from "valibot";
import { UserEmail, UserName, UserPassword } from "#accounts/users/contract.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { settle } from "#web/lib/testing/test-fakes.ts";
import { ADMIN_SUBMIT_DELAY_MS, FormModel, SUBMIT_DELAY_MS } from "./form-model.ts";

const schema = v.object({ name: UserName, email: UserEmail, password: UserPassword });
const good = { name: "Ana Souza", email: "ana@aurora.com", password: "segredo" };

function openForm(initial = good, options: { delayMs?: number; fails?: unknown } = {}) {
  const sent: unknown[] = [];
  const failures: unknown[] = [];
  const form = new FormModel({
    initial,
    schema,
    submit: async (values) => {
      sent.push(values);
      if (options.fails) throw options.fails;
    },
    onFailure: (error) => failures.push(error),
    ...(options.delayMs === undefined ? {} : { delayMs: options.delayMs }),
  });
  return { form, sent, failures };
}

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test("a form is sent 400 ms after the press, an admin form after 500 ms", async () => {
  for (const [delayMs, wait] of [
    [undefined, SUBMIT_DELAY_MS],
    [ADMIN_SUBMIT_DELAY_MS, 500],
  ] as const) {
    const { form, sent } = openForm(good, delayMs === undefined ? {} : { delayMs });
    void form.submit();
    expect(form.sending.value).toBe(true);
    jest.advanceTimersByTime(wait - 1);
    await settle();
    expect(sent).toEqual([]);
    jest.advanceTimersByTime(1);
    await settle();
    expect(sent).toEqual([good]);
    expect(form.sending.value).toBe(false);
  }
});

test("two presses of the submit button send one request", async () => {
  const { form, sent } = openForm();
  void form.submit();
  void form.submit();
  jest.advanceTimersByTime(1_000);
  await settle();
  expect(sent).toHaveLength(1);
});

test("the problem of a field is shown after it lost focus, all problems after a submit", () => {
  const { form, sent } = openForm({ name: "A", email: "nobody", password: "" });
  expect(form.problem("name")).toBeNull();
  form.leave("name");
  expect(form.problem("name")).toBe("too_short");
  expect(form.problem("email")).toBeNull();
  void form.submit();
  expect([form.problem("email"), form.problem("password")]).toEqual(["invalid_email", "required"]);
  jest.advanceTimersByTime(1_000);
  expect([sent.length, form.refusals.value]).toEqual([0, 1]);
});

test("an empty required field is reported at the submit, or when it is left if the user has emptied it", () => {
  const { form } = openForm({ name: "", email: "a@b.co", password: "" });
  form.leave("name");
  expect(form.problem("name")).toBeNull();
  form.set("name", "Ana");
  form.set("name", "");
  form.leave("name");
  expect(form.problem("name")).toBe("required");
  form.leave("password");
  void form.submit();
  expect(form.problem("password")).toBe("required");
});

test("a name of 51 letters is too long for a form", () => {
  const { form } = openForm({ ...good, name: "x".repeat(51) });
  form.leave("name");
  expect(form.problem("name")).toBe("too_long");
});

test("a field rejected by the server shows the error until its value is changed", async () => {
  const refusal = new ApiError(400, "ERR_VALIDATION", { fields: { email: "invalid" } });
  const { form, failures } = openForm(good, { fails: refusal });
  void form.submit();
  jest.advanceTimersByTime(400);
  await settle();
  expect(form.problem("email")).toBe("invalid");
  expect(failures).toEqual([]);
  form.set("email", "outra@aurora.com");
  expect(form.problem("email")).toBeNull();
});

test("an error that belongs to no field of a form is passed to onFailure", async () => {
  const refusal = new ApiError(409, "ERR_EMAIL_IN_USE");
  const { form, failures } = openForm(good, { fails: refusal });
  void form.submit();
  jest.advanceTimersByTime(400);
  await settle();
  expect(failures).toEqual([refusal]);
});

test("a form has unsaved changes while it differs from the saved values", async () => {
  const { form } = openForm();
  form.set("name", "Ana");
  expect(form.dirty.value).toBe(true);
  form.set("name", good.name);
  expect(form.dirty.value).toBe(false);
  form.set("name", "Ana Lima");
  void form.submit();
  jest.advanceTimersByTime(400);
  await settle();
  expect(form.dirty.value).toBe(false);
});

test("an error code that belongs to a field is shown there until the field is changed", async () => {
  const failures: unknown[] = [];
  const form = new FormModel({
    initial: good,
    schema,
    fieldsOfCode: { ERR_EMAIL_IN_USE: { email: "in_use" } },
    submit: async () => Promise.reject(new ApiError(409, "ERR_EMAIL_IN_USE")),
    onFailure: (error) => failures.push(error),
  });
  void form.submit();
  jest.advanceTimersByTime(SUBMIT_DELAY_MS);
  await settle();
  expect([form.problem("email"), form.refusals.value, failures]).toEqual(["in_use", 1, []]);
  form.set("email", "ana2@aurora.com");
  expect(form.problem("email")).toBeNull();
});

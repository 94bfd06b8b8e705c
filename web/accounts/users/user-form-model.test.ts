import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import type { UserAnswer } from "#accounts/users/contract.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { settle } from "#web/lib/testing/test-fakes.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { createUserForm, profilesFor, type Rights } from "./user-form-model.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const ADMIN: Rights = { profile: true, queues: true };
const ATTENDANT: Rights = { profile: false, queues: false };

function open(user: UserAnswer | null, rights = ADMIN, fails?: unknown, isOwn = false) {
  const sent: [number | null, Record<string, unknown>][] = [];
  const failures: unknown[] = [];
  const call = async (id: number | null, body: Record<string, unknown>) => {
    sent.push([id, body]);
    if (fails) throw fails;
    return sampleUser();
  };
  const form = createUserForm({
    user,
    isOwn,
    rights,
    calls: { create: (body) => call(null, body), update: (id, body) => call(id, body) },
    onSaved: () => undefined,
    onFailure: (error) => failures.push(error),
  });
  const submit = async () => {
    void form.submit();
    jest.advanceTimersByTime(500);
    await settle();
  };
  return { form, sent, failures, submit };
}

test("a new user needs name, e-mail and password, within the lengths of the contract", async () => {
  const { form, sent, submit } = open(null);
  await submit();
  expect(form.problems.value).toEqual({ name: "required", email: "required", password: "required" });
  form.set("name", "A");
  form.set("email", "nobody");
  form.set("password", "four");
  expect(form.problems.value).toEqual({ name: "too_short", email: "invalid_email", password: "too_short" });
  form.set("name", "x".repeat(51));
  form.set("password", "x".repeat(51));
  expect(form.problems.value).toMatchObject({ name: "too_long", password: "too_long" });
  expect(sent).toEqual([]);
});

test("an admin sends all fields of a user, and an empty connection as null", async () => {
  const { form, sent, submit } = open(null);
  form.set("name", "Bruno");
  form.set("email", "bruno@example.com");
  form.set("password", "segredo");
  form.set("queueIds", [3]);
  form.set("maxOpenTickets", "");
  expect(form.problems.value).toEqual({ maxOpenTickets: "required" });
  form.set("maxOpenTickets", "12");
  await submit();
  expect(sent).toEqual([
    [
      null,
      {
        name: "Bruno",
        email: "bruno@example.com",
        password: "segredo",
        profile: "user",
        queueIds: [3],
        whatsappId: 0,
        maxOpenTickets: "12",
        allTicket: false,
        signMessages: true,
        multiSession: false,
      },
    ],
  ]);
});

test("an edited user with an empty password keeps the old one, and a short password is refused", async () => {
  const { form, sent, submit } = open(sampleUser());
  form.set("password", "four");
  expect(form.problems.value).toEqual({ password: "too_short" });
  form.set("password", "");
  await submit();
  expect(sent).toMatchObject([[1, { password: "" }]]);
});

test("an attendant sends only the fields that attendants may change", async () => {
  const { form, sent, submit } = open(sampleUser({ profile: "user" }), ATTENDANT);
  form.set("name", "Ana Lima");
  await submit();
  expect(sent).toEqual([
    [1, { name: "Ana Lima", email: "ana@aurora.com", password: "", signMessages: true }],
  ]);
});

test("an e-mail in use is shown at its field, a full plan as a general error", async () => {
  const taken = open(sampleUser(), ADMIN, new ApiError(409, "ERR_EMAIL_IN_USE"));
  await taken.submit();
  expect([taken.form.problem("email"), taken.failures]).toEqual(["in_use", []]);
  const full = open(sampleUser(), ADMIN, new ApiError(409, "ERR_PLAN_LIMIT", { used: 3, limit: 3 }));
  await full.submit();
  expect(full.failures).toMatchObject([{ code: "ERR_PLAN_LIMIT" }]);
});

test("a user needs the current password to change their e-mail or password, but not for other fields", async () => {
  const own = (fails?: unknown) => open(sampleUser(), ADMIN, fails, true);
  const { form, sent, submit } = own();
  form.set("name", "Ana Lima");
  form.set("email", "Ana@Aurora.com ");
  expect(form.problems.value).toEqual({});
  form.set("password", "another one");
  expect(form.problems.value).toEqual({ currentPassword: "required" });
  form.set("password", "");
  form.set("email", "ana.lima@aurora.com");
  expect(form.problems.value).toEqual({ currentPassword: "required" });
  form.set("currentPassword", "segredo");
  await submit();
  expect(sent).toMatchObject([[1, { email: "ana.lima@aurora.com", currentPassword: "segredo" }]]);
  const wrong = own(new ApiError(403, "ERR_CURRENT_PASSWORD"));
  wrong.form.set("password", "another one");
  wrong.form.set("currentPassword", "a guess");
  await wrong.submit();
  expect([wrong.form.problem("currentPassword"), wrong.failures]).toEqual(["ERR_CURRENT_PASSWORD", []]);
});

test("the profile NAO is kept for users who have it, and cannot be chosen", () => {
  expect(profilesFor(null)).toEqual(["admin", "supervisor", "user"]);
  expect(profilesFor(sampleUser({ profile: "NAO" }))).toContain("NAO");
});

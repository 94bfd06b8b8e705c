import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { type Answer, fakeApi, settle } from "#web/lib/testing/test-fakes.ts";
import { passwordStrength } from "./page.tsx";
import { codeOf, SetupModel } from "./setup-model.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function open(answer: Answer) {
  const logins: unknown[] = [];
  const failures: unknown[] = [];
  let done = 0;
  const { api, calls } = fakeApi((call) => (call.method === "GET" ? { body: { open: true } } : answer));
  const model = new SetupModel({
    api,
    session: {
      login: async (email, password) => {
        logins.push([email, password]);
        return { kind: "in", daysLeft: null };
      },
    },
    code: "0123456789abcdef",
    onFailure: (error) => failures.push(error),
    onDone: () => {
      done += 1;
    },
  });
  const fill = async () => {
    model.form.set("name", "Ana Souza");
    model.form.set("email", "ana@aurora.com");
    model.form.set("password", "segredo");
    model.form.set("companyName", "Padaria Aurora");
    void model.form.submit();
    jest.advanceTimersByTime(400);
    await settle();
  };
  return { model, calls, logins, failures, fill, done: () => done };
}

test("the set-up creates the first user with the code of the link, signs in and opens the next page", async () => {
  const { calls, logins, fill, done } = open({ body: { message: "set up" } });
  await fill();
  expect(calls[0]).toMatchObject({
    method: "POST",
    path: "/setup",
    body: { code: "0123456789abcdef", companyName: "Padaria Aurora" },
  });
  expect([logins, done()]).toEqual([[["ana@aurora.com", "segredo"]], 1]);
});

test("a used set-up code shows an error and signs no user in", async () => {
  const { logins, failures, fill } = open({ status: 409, body: { error: "ERR_SETUP_DONE" } });
  await fill();
  expect(failures).toMatchObject([{ status: 409, code: "ERR_SETUP_DONE" }]);
  expect(logins).toEqual([]);
});

test("the setup code is read from the URL fragment, which is never sent to a server", () => {
  expect([codeOf("#abc123"), codeOf("#code=abc123"), codeOf(""), codeOf("#a%20b")]).toEqual([
    "abc123",
    "abc123",
    "",
    "a b",
  ]);
});

test("the set-up warns of common and short passwords and confirms long or mixed ones", () => {
  expect(["12345", "senha123", "Flamengo2020", "aaaaaaaaaa"].map(passwordStrength)).toEqual([
    "weak",
    "weak",
    "weak",
    "weak",
  ]);
  expect(passwordStrength("bolocenoura")).toBe("fair");
  expect(["bolo de cenoura quente", "Bolo7cenoura"].map(passwordStrength)).toEqual(["good", "good"]);
});

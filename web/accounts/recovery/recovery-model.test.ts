import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { type Answer, type Call, fakeApi, settle } from "#web/lib/testing/test-fakes.ts";
import { type Invitation, invitationOf, RecoveryModel } from "./recovery-model.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

async function open(answer: (call: Call) => Answer, invitation: Invitation | null = null) {
  const { api, calls } = fakeApi(answer);
  const failures: unknown[] = [];
  let done = 0;
  const model = new RecoveryModel({
    api,
    onFailure: (error) => failures.push(error),
    onDone: () => {
      done += 1;
    },
  });
  if (invitation) model.invite(invitation);
  else await model.start();
  const submit = async (form: { submit(): Promise<void> }) => {
    void form.submit();
    jest.advanceTimersByTime(400);
    await settle();
    await settle();
  };
  return { model, calls, failures, submit, done: () => done };
}
const INVITATION = { email: "ana@example.com", token: "a-code" };

test("a recovery link contains an e-mail and a code; any other URL is not a recovery link", () => {
  expect(invitationOf("#email=ana%2Bx%40example.com&token=a-_b")).toEqual({
    email: "ana+x@example.com",
    token: "a-_b",
  });
  for (const hash of ["", "#", "#token=x", "#email=a%40b.co"]) expect(invitationOf(hash)).toBeNull();
});

test("the recovery page shows a notice instead of the form while no mail server is configured", async () => {
  const { model } = await open(() => ({ body: { mail: false } }));
  expect(model.step.value).toBe("noMail");
});

test("a recovery request without a response can be repeated", async () => {
  let fails = true;
  const { model } = await open(() => (fails ? { status: 500 } : { body: { mail: true } }));
  expect(model.step.value).toBe("error");
  fails = false;
  await model.start();
  expect(model.step.value).toBe("ask");
});

test("a recovery request leads to the text 'check your e-mail', and the e-mail is kept for the code", async () => {
  const { model, calls, submit } = await open(() => ({ body: { mail: true } }));
  await submit(model.ask);
  expect([model.ask.problem("email"), calls.length]).toEqual(["required", 1]);
  model.ask.set("email", "ana@example.com");
  await submit(model.ask);
  expect(calls.at(-1)).toMatchObject({ path: "/forgetpassword", body: { email: "ana@example.com" } });
  expect(model.step.value).toBe("sent");
  model.enterCode();
  expect([model.step.value, model.reset.value("email")]).toEqual(["reset", "ana@example.com"]);
});

test("a visitor with a recovery link sets a new password", async () => {
  const { model, calls, submit, done } = await open(() => ({}), INVITATION);
  expect(model.step.value).toBe("reset");
  model.reset.set("password", "four");
  await submit(model.reset);
  expect(model.reset.problem("password")).toBe("too_short");
  model.reset.set("password", "nova senha");
  await submit(model.reset);
  expect(calls).toMatchObject([{ path: "/resetpasswords", body: { ...INVITATION, password: "nova senha" } }]);
  expect([model.step.value, done()]).toEqual(["done", 1]);
});

test("an invalid reset code shows an error and offers to request a new one", async () => {
  const refusal = { status: 400, body: { error: "ERR_RESET_TOKEN" } };
  const { model, submit, failures, done } = await open(
    ({ method }) => (method === "GET" ? { body: { mail: true } } : refusal),
    INVITATION,
  );
  model.reset.set("password", "nova senha");
  await submit(model.reset);
  expect([model.wrongCode.value, failures, done()]).toEqual([true, [], 0]);
  await model.askAgain();
  expect([model.step.value, model.wrongCode.value, model.ask.value("email")]).toEqual([
    "ask",
    false,
    "ana@example.com",
  ]);
});

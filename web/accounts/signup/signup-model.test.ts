import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import type { SignedUp } from "#accounts/signup/contract.ts";
import { type Answer, fakeApi, settle } from "#web/lib/testing/test-fakes.ts";
import { SignupModel } from "./signup-model.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const plans = [
  { id: 4, name: "Básico", value: 99.9 },
  { id: 5, name: "Completo", value: 199.9 },
];
const made = { id: 9, name: "Padaria", email: "dona@padaria.com", token: "bills", invoice: { id: 1 } };

interface Fields {
  readonly answer?: Answer;
  readonly open?: boolean;
  readonly referral?: string | null;
  readonly offered?: readonly object[];
}
async function open({ answer = { body: made }, open = true, referral = null, offered = plans }: Fields = {}) {
  const done: SignedUp[] = [];
  const entered: unknown[] = [];
  const failures: unknown[] = [];
  const { api, calls } = fakeApi(({ method, path }) =>
    method === "POST" ? answer : { body: path === "/signup" ? { open, confirmEmail: false } : offered },
  );
  let refusal: Error | null = null;
  const model = new SignupModel({
    api,
    referral,
    language: () => "pt-BR",
    login: async (...given) => {
      if (refusal) throw refusal;
      entered.push(given);
    },
    onSignedUp: (answered) => done.push(answered),
    onFailure: (error) => failures.push(error),
  });
  await model.load();
  const type = () => {
    model.form.set("name", "Padaria");
    model.form.set("adminName", "Dona Ana");
    model.form.set("email", "dona@padaria.com");
    model.form.set("password", "segredo");
  };
  const create = async () => {
    type();
    await model.next();
    await model.next();
    void model.next();
    jest.advanceTimersByTime(400);
    await settle();
  };
  const refuse = (error: Error | null) => {
    refusal = error;
  };
  return { model, calls, done, entered, failures, type, create, refuse };
}

test("each sign-up step opens after the previous one is valid, and the user can return to earlier steps", async () => {
  const { model, type } = await open();
  await model.next();
  expect([model.step.value, model.form.problem("name"), model.form.refusals.value]).toEqual([
    "data",
    "required",
    1,
  ]);
  type();
  await model.next();
  expect([model.step.value, model.form.value("planId")]).toEqual(["plan", 4]);
  model.form.set("planId", 5);
  await model.next();
  expect([model.step.value, model.chosenPlan()?.name]).toEqual(["review", "Completo"]);
  model.back();
  expect(model.step.value).toBe("plan");
  model.goTo("review");
  expect(model.step.value).toBe("plan");
  model.goTo("data");
  expect(model.step.value).toBe("data");
});

test("a sign-up creates the account with the typed values and the referral, followed by the payment", async () => {
  const { model, calls, done, create } = await open({ referral: "12" });
  await create();
  expect(calls.at(-1)).toMatchObject({
    method: "POST",
    path: "/companies/cadastro",
    body: {
      name: "Padaria",
      email: "dona@padaria.com",
      password: "segredo",
      planId: 4,
      language: "pt-BR",
      companyId: "12",
    },
  });
  expect(done).toMatchObject([{ id: 9 }]);
  expect([model.step.value, model.made.value?.token]).toEqual(["payment", "bills"]);
  model.back();
  expect(model.step.value).toBe("payment");
});

test("a sign-up with a free plan needs no payment, and an invalid referral is not sent", async () => {
  const { model, calls, done, create } = await open({
    answer: { body: { ...made, invoice: null } },
    referral: "<script>",
  });
  await create();
  expect([done.length, model.step.value]).toEqual([1, "review"]);
  expect(calls.at(-1)?.body).not.toHaveProperty("companyId");
});

test("an e-mail in use returns the sign-up to the step with the e-mail field", async () => {
  const { model, failures, create } = await open({
    answer: { status: 409, body: { error: "ERR_EMAIL_IN_USE" } },
  });
  await create();
  expect(failures).toMatchObject([{ code: "ERR_EMAIL_IN_USE" }]);
  expect([model.step.value, model.form.problem("email")]).toEqual(["data", "in_use"]);
});

test("a deleted plan returns the sign-up to the plans; any other error stays on its step", async () => {
  const gone = await open({
    answer: { status: 400, body: { error: "ERR_VALIDATION", details: { fields: { planId: "invalid" } } } },
  });
  await gone.create();
  expect(gone.model.step.value).toBe("plan");
  const busy = await open({ answer: { status: 429, body: { error: "ERR_RATE_LIMIT" } } });
  await busy.create();
  expect([busy.model.step.value, busy.failures.length]).toEqual(["review", 1]);
});

test("the sign-up page is closed while sign-up is not public or no plan is offered", async () => {
  expect((await open({ open: false })).model.state.value).toBe("closed");
  expect((await open({ offered: [] })).model.state.value).toBe("closed");
});

test("the sign-up sends company and admin as separate names and signs the admin in with the typed password", async () => {
  const { model, calls, entered, create } = await open();
  await create();
  expect(calls.at(-1)?.body).toMatchObject({ name: "Padaria", adminName: "Dona Ana" });
  expect(entered).toEqual([]);
  await model.enter();
  expect(entered).toEqual([["dona@padaria.com", "segredo"]]);
});

test("an unconfirmed sign-up can resend or correct its e-mail, and sign in once confirmed", async () => {
  const { model, calls, entered, create, refuse } = await open({
    answer: { body: { ...made, id: null, token: null, invoice: null, confirmEmail: true } },
  });
  expect(model.confirms.value).toBe(false);
  await create();
  expect([model.step.value, model.confirms.value, model.made.value?.confirmEmail]).toEqual([
    "payment",
    true,
    true,
  ]);
  expect(await model.sendAgain()).toBe(true);
  expect(calls.at(-1)).toMatchObject({
    ...{ path: "/auth/confirm/again", body: { email: "dona@padaria.com", password: "segredo" } },
  });
  refuse(new Error("not yet"));
  await expect(model.tryEnter()).rejects.toThrow("not yet");
  expect(model.isSending.value).toBe(false);
  refuse(null);
  expect(await model.tryEnter()).toBe(true);
  expect(entered).toHaveLength(1);
  model.correct();
  expect([model.step.value, model.made.value, model.form.value("name")]).toEqual(["data", null, "Padaria"]);
});

import { expect, test } from "bun:test";
import type { ContactAnswer } from "#people/contacts/contract.ts";
import { problemsOf } from "#web/ui/form/form-model.ts";
import { bodyOf, contactSchema, initialValues } from "./contact-form.ts";
import { formatNumber } from "./phone-number.ts";

const marina = {
  id: 1,
  name: "Marina",
  number: "5511977776666",
  email: "",
  extraInfo: [{ id: 4, name: "CPF", value: "1" }],
  disableBot: false,
} as unknown as ContactAnswer;

test("a contact's name has 2 to 50 characters, its number 8 to 50, and its e-mail is valid or empty", () => {
  const problems = (values: object) =>
    problemsOf(contactSchema(null), { ...initialValues(null, {}), ...values });
  expect(problems({})).toEqual({ name: "required", number: "required" });
  expect(problems({ name: "A", number: "1234567", email: "x" })).toEqual({
    name: "too_short",
    number: "too_short",
    email: "invalid_email",
  });
  expect(problems({ name: "Ana", number: "+55 11 98888-7777", email: "" })).toEqual({});
});

test("a contact without a phone number can be saved without one", () => {
  const faceless = { ...marina, number: "" };
  expect(problemsOf(contactSchema(faceless), initialValues(faceless, {}))).toEqual({});
});

test("an edit of a contact sends the number only if it changed, and no extra fields without a name", () => {
  const values = initialValues(marina, {});
  expect(bodyOf(values, marina)).not.toHaveProperty("number");
  expect(bodyOf({ ...values, number: "5511988887777" }, marina)).toHaveProperty("number", "5511988887777");
  const extraInfo = [...values.extraInfo, { name: " ", value: "perdido" }];
  expect(bodyOf({ ...values, extraInfo }, marina).extraInfo).toEqual([{ id: 4, name: "CPF", value: "1" }]);
});

test("Brazilian numbers are shown in the national format, others only with the plus", () => {
  expect(formatNumber("5511977776666")).toBe("+55 11 97777-6666");
  expect(formatNumber("551133334444")).toBe("+55 11 3333-4444");
  expect(formatNumber("351912345678")).toBe("+351912345678");
  expect(formatNumber("")).toBe("");
});

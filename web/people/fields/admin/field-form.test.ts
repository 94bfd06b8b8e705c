import { expect, test } from "bun:test";
import { createBody, formOf, keyOfLabel } from "./field-form.ts";

test.each([
  ["Data de nascimento", "data_de_nascimento"],
  ["CPF/CNPJ", "cpf_cnpj"],
  ["2ª via", "via"],
  ["Ação", "acao"],
])("the key proposed for %s is %s", (label, key) => {
  expect(keyOfLabel(label)).toBe(key);
});

test("choices are sent one per line without blanks and repeats, and only for kinds that have them", () => {
  const values = { ...formOf(null), label: "Plano", key: "plano", choices: " Ouro \n\nPrata\nOuro" };
  expect(createBody({ ...values, kind: "choice" }).choices).toEqual(["Ouro", "Prata"]);
  expect(createBody({ ...values, kind: "text" }).choices).toEqual([]);
});

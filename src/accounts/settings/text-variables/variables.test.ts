import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { fillVariables, greetingAt, variableProblems } from "#accounts/settings/text-variables/contract.ts";

const values = (name: string) =>
  new Map([
    ["nome", "Ana <b>"],
    ["loop", "{{nome}}"],
    ["vazio", ""],
    ["firstname", ""],
  ]).get(name);

describe("filling in variables", () => {
  test.each([
    ["Olá {{nome}}", "Olá Ana <b>"],
    ["{{ NOME }}{{nome}}", "Ana <b>Ana <b>"],
    ["{{loop}}", "{{nome}}"],
    ["[{{vazio}}]", "[]"],
    ["{{outro}} {nome} {{", "{{outro}} {nome} {{"],
    ["{{{nome}}}", "{Ana <b>}"],
    ["{{constructor}} {{__proto__}}", "{{constructor}} {{__proto__}}"],
    ["Boa noite, {{firstName}}!", "Boa noite!"],
    ["Olá {{firstName}}, tudo bem?", "Olá, tudo bem?"],
  ])("%p becomes %p", (text, filled) => {
    expect(fillVariables(text, values)).toBe(filled);
  });

  test("single braces are variables in campaigns only", () => {
    expect(fillVariables("{nome} e {{nome}}", values, "campaign")).toBe("Ana <b> e Ana <b>");
    expect(fillVariables("{nome} e {{nome}}", values)).toBe("{nome} e Ana <b>");
  });

  test("a text without known variables stays unchanged", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 2000 }), (text) => {
        expect(fillVariables(text, () => undefined, "campaign")).toBe(text);
      }),
    );
  });

  test("filling in variables takes time at most linear in the length of the text", () => {
    const started = performance.now();
    for (const text of [
      "{{".repeat(50_000),
      "{{a".repeat(30_000),
      "}}".repeat(50_000),
      "x".repeat(100_000),
    ]) {
      fillVariables(text, () => "x");
      variableProblems(text, { extras: new Set() });
    }
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

describe("problems of a text", () => {
  const problems = (text: string, braces: "double" | "campaign" = "double") =>
    variableProblems(text, { extras: new Set(["cpf"]), keys: new Set(["promo"]) }, braces).map(
      ({ variable, reason }) => `${variable} ${reason}`,
    );

  test("every spelling of a variable is known, in upper and lower case and with blanks around it", () => {
    const spellings =
      `firstName firstname primeiro_nome name nome gretting greeting ms saudacao protocol protocolo date
      data hour hora time data_hora datetime number numero email ticket ticket_id userName user atendente queue fila
      connection conexao name_company company empresa`.split(/\s+/);
    expect(
      problems(spellings.map((spelling) => `{{${spelling}}} {{ ${spelling.toUpperCase()} }}`).join(" ")),
    ).toEqual([]);
    const ofCampaigns = ["nome", "primeiro_nome", "email", "numero", "promo", "cpf"];
    expect(problems(ofCampaigns.map((name) => `{${name}}`).join(" "), "campaign")).toEqual([]);
  });

  test("each variable that would reach the customer as typed is reported once, with its reason", () => {
    expect(problems("{{firstNme}} {{firstNme}} {{cpf}}")).toEqual(["{{firstNme}} unknown"]);
    expect(problems("Oi {{firstName}, tudo bem? nome}}")).toEqual([
      "{{firstName} unfinished",
      "nome}} unfinished",
    ]);
    expect(problems("Oi {nome}")).toEqual(["{nome} braces"]);
    expect(problems("Oi {cidade}", "campaign")).toEqual(["{cidade} unknown"]);
  });

  test("braces that are not a variable are text", () => {
    expect(problems("Use { ou }, :-} e {assim por diante}")).toEqual([]);
  });
});

test.each([
  [0, "Boa madrugada", "Good morning", "Buenas noches"],
  [5, "Boa madrugada", "Good morning", "Buenas noches"],
  [6, "Bom dia", "Good morning", "Buenos días"],
  [11, "Bom dia", "Good morning", "Buenos días"],
  [12, "Boa tarde", "Good afternoon", "Buenas tardes"],
  [17, "Boa tarde", "Good afternoon", "Buenas tardes"],
  [18, "Boa noite", "Good evening", "Buenas noches"],
  [23, "Boa noite", "Good evening", "Buenas noches"],
] as const)("at %d o'clock the greeting is %p, %p or %p", (hour, pt, en, es) => {
  expect([greetingAt(hour, "pt-BR"), greetingAt(hour, "en"), greetingAt(hour, "es")]).toEqual([pt, en, es]);
});

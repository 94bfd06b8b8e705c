import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { greetingAt, render } from "./render.ts";

const values = (name: string) => ({ nome: "Ana <b>", loop: "{{nome}}", vazio: "" })[name];

describe("variables in a text", () => {
  test.each([
    ["Olá {{nome}}", "Olá Ana <b>"],
    ["{{ NOME }}{{nome}}", "Ana <b>Ana <b>"],
    ["{{loop}}", "{{nome}}"],
    ["[{{vazio}}]", "[]"],
    ["{{outro}} {nome} {{", "{{outro}} {nome} {{"],
    ["{{{nome}}}", "{Ana <b>}"],
    ["{{constructor}} {{__proto__}}", "{{constructor}} {{__proto__}}"],
  ])("%p becomes %p", (text, rendered) => {
    expect(
      render(text, (name) =>
        Object.hasOwn({ nome: 1, loop: 1, vazio: 1 }, name) ? values(name) : undefined,
      ),
    ).toBe(rendered);
  });

  test("are rendered once, in time that does not depend on how wild the text is", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 2000 }), (text) => {
        expect(render(text, () => undefined)).toBe(text);
      }),
    );
    const started = performance.now();
    render("{{".repeat(50_000), () => "x");
    expect(performance.now() - started).toBeLessThan(50);
  });
});

test.each([
  [0, "Boa madrugada", "Good night", "Buenas noches"],
  [5, "Boa madrugada", "Good night", "Buenas noches"],
  [6, "Bom dia", "Good morning", "Buenos días"],
  [11, "Bom dia", "Good morning", "Buenos días"],
  [12, "Boa tarde", "Good afternoon", "Buenas tardes"],
  [17, "Boa tarde", "Good afternoon", "Buenas tardes"],
  [18, "Boa noite", "Good night", "Buenas noches"],
  [23, "Boa noite", "Good night", "Buenas noches"],
] as const)("at %d o'clock people are greeted with %p, %p or %p", (hour, pt, en, es) => {
  expect([greetingAt(hour, "pt-BR"), greetingAt(hour, "en"), greetingAt(hour, "es")]).toEqual([pt, en, es]);
});

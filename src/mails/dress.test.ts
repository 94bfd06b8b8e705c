import { expect, test } from "bun:test";
import { dressed } from "./dress.ts";

const BRAND = { name: "Fala <Fácil>", color: "#7a6600", logo: new Uint8Array([1, 2]) };
const WORDS = "Olá, <b>Ana</b>!\n\nAbra:\nhttps://fala.example/recovery#email=a%40b&token=x\n";

test("a mail carries name, colour and logo of the provider, and asks nobody for anything when it is opened", () => {
  const { html = "", text, pictures, sender } = dressed("Nova senha", WORDS, BRAND);
  expect([sender, text]).toEqual(["Fala <Fácil>", `${WORDS}\n-- \nFala <Fácil>\n`]);
  expect(html).toContain("Fala &lt;Fácil&gt;");
  expect(html).toContain("border-top:4px solid #7a6600");
  expect(pictures).toEqual([{ id: "logo@balcao", png: new Uint8Array([1, 2]) }]);
  expect([...html.matchAll(/(?:src|background|url)\s*[=(]"?([^")]*)/g)].map(([, from]) => from)).toEqual([
    "cid:logo@balcao",
  ]);
  expect(html).not.toMatch(/<script|<style|<link/);
});

test("words stay words, and the address can be pressed", () => {
  const { html } = dressed("Nova senha", WORDS, { ...BRAND, logo: null });
  expect(html).toContain("Olá, &lt;b&gt;Ana&lt;/b&gt;!</p>");
  expect(html).toContain(
    'Abra:<br><a href="https://fala.example/recovery#email=a%40b&amp;token=x" style="color:#7a6600',
  );
  expect(html).not.toContain("<img");
});

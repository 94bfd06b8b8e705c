import { expect, test } from "bun:test";
import { dressed, unlinked } from "./email-layout.ts";

const BRAND = { name: "Fala <Fácil>", color: "#7a6600", logo: new Uint8Array([1, 2]) };
const WORDS = "Olá, <b>Ana</b>!\n\nAbra:\nhttps://fala.example/recovery#email=a%40b&token=x\n";

test("a mail carries name, colour and logo of the provider, and loads nothing when it is opened", () => {
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

test("a mail escapes its text, shows an address on its own line as a button and a code in large type", () => {
  const { html = "" } = dressed("Nova senha", WORDS, { ...BRAND, logo: null });
  expect(html).toContain("Olá, &lt;b&gt;Ana&lt;/b&gt;!</p>");
  const address = "https://fala.example/recovery#email=a%40b&amp;token=x";
  const links = [...html.matchAll(/<a href="([^"]*)" style="([^"]*)">([^<]*)<\/a>/g)];
  expect(links.map(([, to, , label]) => [to, label])).toEqual([
    [address, "Nova senha"],
    [address, address],
  ]);
  expect(links[0]?.[2]).toContain("background:#7a6600;color:#ffffff");
  const { html: coded } = dressed("Nova senha", "Informe:\nk7Q_x-94PM\n\nObrigado\n", BRAND);
  expect(coded).toMatch(/Informe:<br><strong [^>]*font:600 20px[^>]*>k7Q_x-94PM<\/strong><\/p>/);
  expect(coded).toContain('<p style="margin:16px 0">Obrigado</p>');
  expect(html).not.toContain("<img");
});

test.each([
  ["http://evil.example/x", "evil.example"],
  ["Ganhe em www.evil.com.br", "www.evil"],
  ["evil.com", "evil.com"],
  ["ana@evil.com", "@evil"],
])(
  "the name %s reads the same in a mail, but contains no address that a mail reader could link",
  (name, address) => {
    const shown = unlinked(name);
    expect(shown).not.toContain(address);
    expect(shown).not.toMatch(/\w[.:/@]+\w/);
    expect(shown.replaceAll("\u2060", "")).toBe(name);
  },
);

test("names without an address are unchanged in a mail", () => {
  for (const name of ["Padaria São João", "Silva & Cia. Ltda.", "Ana D'Ávila", "Oficina 24/ 7"])
    expect(unlinked(name)).toBe(name);
});

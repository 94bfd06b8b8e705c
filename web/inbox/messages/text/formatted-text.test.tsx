import { expect, test } from "bun:test";
import { render, waitFor } from "@testing-library/react";
import { loadLinkFinder } from "./find-links.ts";
import { FormattedText } from "./formatted-text.tsx";
import { mentionWords } from "./highlight.ts";

const draw = (text: string, words: readonly string[] = []) =>
  render(<FormattedText text={text} words={words} />).container;

test("a text is shown at once, and its links become links when the library is loaded", async () => {
  const shown = draw("see https://a.com now");
  expect(shown.textContent).toBe("see https://a.com now");
  await loadLinkFinder();
  await waitFor(() => expect(shown.querySelector("a")?.href).toBe("https://a.com/"));
});

test("a customer's text is shown as text, with any markup in it", () => {
  const attacks = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "*<b onclick=alert(1)>x</b>*",
    "```<svg/onload=alert(1)>```",
    "&lt;i&gt; {{constructor}} #{alert(1)}",
    "\u202Egpj.exe",
  ];
  for (const attack of attacks) {
    const shown = draw(attack);
    expect(
      shown.querySelectorAll("script, img, svg, b, i, iframe, object, style, [onclick], [onerror]"),
    ).toHaveLength(0);
    expect(shown.textContent).toBe(attack.replaceAll(/[*`]/g, ""));
  }
});

test("only web, mail and phone addresses become links, and none of them gets a reference to our page", () => {
  const shown = draw(
    "https://a.com http://b.com ana@c.com javascript:alert(1) data:text/html,x vbscript:x https://banco.com@mal.example/",
  );
  const links = [...shown.querySelectorAll("a")];
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "https://a.com/",
    "http://b.com/",
    "mailto:ana@c.com",
  ]);
  for (const link of links) {
    expect(link.getAttribute("rel")).toContain("noopener");
    expect(link.getAttribute("target")).toBe("_blank");
  }
});

/** The typed text, and the host shown beside the link. */
const IMITATIONS: readonly (readonly [typed: string, real: string])[] = [
  // Letters of another alphabet that look the same.
  ["https://\u0430pple.com/login", "xn--pple-43d.com"],
  ["www.b\u0430nco.com", "www.xn--bnco-53d.com"],
  ["https://\u0441\u0430\u0439\u0442.com", "xn--80aswg.com"],
  ["https://fa\u00df.de", "xn--fa-hia.de"],
  // Signs that look like the slash behind a host, or cross it out.
  ["https://banco.com\u2044entrar.mal.example/", "banco.xn--comentrar-sn0e.mal.example"],
  ["https://banco.com\u2215x.mal.example", "banco.xn--comx-id9a.mal.example"],
  ["https://banco.com\u0337/x", "banco.xn--com-sjc"],
  ["ana@b\u0430nco.com", "xn--bnco-53d.com"],
];
test.each(IMITATIONS)("%p, which imitates another address, shows its real target", (typed, real) => {
  const shown = draw(typed);
  expect(shown.querySelectorAll("a")).toHaveLength(1);
  expect(shown.querySelector("a .formatted-host")?.textContent).toBe(` (${real})`);
});

test.each([
  ["a zero-width blank", "https://ban\u200bco.com/a"],
  ["a joiner", "https://ban\u2060co.com/a"],
  ["a mark of order", "https://\ufeffbanco.com/a"],
  ["a path read backwards", "https://a.com/\u202etxt.exe"],
  ["a host read backwards", "https://\u202emoc.ocnab\u202c.mal.example/"],
  ["an isolate", "bit.ly/\u2066abc"],
  ["a user before the host", "https://banco.com%2F@mal.example"],
  ["a dot that is none", "https://banco.com\u2024mal.example/"],
])("an address with %s is no link, and the rest of it links to its visible target", (_, typed) => {
  const shown = draw(typed);
  for (const link of shown.querySelectorAll("a")) {
    const { hostname } = new URL(link.getAttribute("href") ?? "");
    expect(link.textContent).toMatch(new RegExp(`^${hostname.replaceAll(".", "[.]")}(/|$)`));
  }
  expect(shown.textContent).toBe(typed);
});

test("a direction-changing character does not reverse the URL beside it", () => {
  const link = draw("\u202ehttps://moc.ocnab/").querySelector("a");
  // An element with its own direction is isolated from the text before it.
  expect(link?.getAttribute("dir")).toBe("ltr");
  expect(link?.closest(".formatted")?.getAttribute("dir")).toBe("auto");
});

test("markup becomes the matching HTML elements", () => {
  const shown = draw("*forte* _leve_ ~fora~ `mono` ```bloco```");
  expect(shown.querySelector("strong")?.textContent).toBe("forte");
  expect(shown.querySelector("em")?.textContent).toBe("leve");
  expect(shown.querySelector("s")?.textContent).toBe("fora");
  expect([...shown.querySelectorAll("code")].map((code) => code.textContent)).toEqual(["mono", "bloco"]);
});

test("search words are marked, also inside bold text and without accents", () => {
  const shown = draw("Um *Pão* de ló", ["pao"]);
  expect(shown.querySelector("strong mark")?.textContent).toBe("Pão");
});

test("a message of only emojis is large", () => {
  expect(draw("🎂🎉").querySelector(".formatted-emoji")).not.toBeNull();
  expect(draw("Parabéns 🎂").querySelector(".formatted-emoji")).toBeNull();
});

test("a note marks exactly the people and queues that it mentions", () => {
  const mentioned = mentionWords([{ name: "Ana Souza" }, { name: "Vendas (SP) *" }]);
  const shown = draw("@ana souza e @Vendas (SP) *, vejam com a Ana Souza. ana@souza.com @Bruno", mentioned);
  expect([...shown.querySelectorAll(".mention")].map(({ textContent }) => textContent)).toEqual([
    "@ana souza",
    "@Vendas (SP) *",
  ]);
});

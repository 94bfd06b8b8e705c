import { expect, test } from "bun:test";
import { render } from "@testing-library/react";
import { FormattedText } from "./formatted-text.tsx";

const draw = (text: string, words: readonly string[] = []) =>
  render(<FormattedText text={text} words={words} />).container;

test("what a customer types is text, whatever it looks like", () => {
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

test("only addresses of the web, mail and phone become links, and none of them gets hold of our page", () => {
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

test("an address that imitates another shows where it really leads", () => {
  expect(draw("https://аpple.com/login").textContent).toContain("xn--pple-43d.com");
});

test("marks become the elements that mean them", () => {
  const shown = draw("*forte* _leve_ ~fora~ `mono` ```bloco```");
  expect(shown.querySelector("strong")?.textContent).toBe("forte");
  expect(shown.querySelector("em")?.textContent).toBe("leve");
  expect(shown.querySelector("s")?.textContent).toBe("fora");
  expect([...shown.querySelectorAll("code")].map((code) => code.textContent)).toEqual(["mono", "bloco"]);
});

test("words of a search are marked, also inside bold and without accents", () => {
  const shown = draw("Um *Pão* de ló", ["pao"]);
  expect(shown.querySelector("strong mark")?.textContent).toBe("Pão");
});

test("a message of emojis alone is large", () => {
  expect(draw("🎂🎉").querySelector(".formatted-emoji")).not.toBeNull();
  expect(draw("Parabéns 🎂").querySelector(".formatted-emoji")).toBeNull();
});

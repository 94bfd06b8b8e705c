import { beforeAll, expect, test } from "bun:test";
import { loadLinkFinder } from "./find-links.ts";
import { type Piece, parseFormat, safeHref } from "./format.ts";

beforeAll(loadLinkFinder);

/** Compact picture of the pieces: b(…) i(…) s(…) c[…] block[…] a<href|text>. */
function picture(text: string): string {
  return draw(parseFormat(text));
}
function draw(pieces: readonly Piece[]): string {
  return pieces
    .map((piece) => {
      if (piece.kind === "text") return piece.text;
      if (piece.kind === "code") return `${piece.block ? "block" : "c"}[${piece.text}]`;
      if (piece.kind === "link") return `a<${piece.href}|${piece.text}>`;
      return `${piece.kind[0]}(${draw(piece.pieces)})`;
    })
    .join("");
}

test("WhatsApp markup becomes bold, italic, strike and code", () => {
  expect(picture("*a* _b_ ~c~ `d`")).toBe("b(a) i(b) s(c) c[d]");
  expect(picture("*Ana Souza:*\nOi")).toBe("b(Ana Souza:)\nOi");
  expect(picture("```a *b*\nc```")).toBe("block[a *b*\nc]");
});

test("markup can be nested", () => {
  expect(picture("*bold _both_ ~cut~*")).toBe("b(bold i(both) s(cut))");
  expect(picture("*`x`*")).toBe("b(c[x])");
  expect(picture("_*~all~*_")).toBe("i(b(s(all)))");
});

test("characters that only resemble markup stay as typed", () => {
  for (const text of [
    "2*3*4",
    "a_b_c",
    "* a *",
    "*a",
    "a*",
    "**",
    "*a\nb*",
    "snake_case_name",
    "~",
    "``",
    "`a\nb`",
  ])
    expect(picture(text)).toBe(text);
  expect(picture("*a _b*")).toBe("b(a _b)");
  expect(picture("_a *b_")).toBe("i(a *b)");
});

test("URLs become links, and markup characters inside them stay", () => {
  expect(picture("veja https://x.com/_a_b_ ok")).toBe("veja a<https://x.com/_a_b|https://x.com/_a_b>_ ok");
  expect(picture("balcao.com.br")).toBe("a<https://balcao.com.br/|balcao.com.br>");
  expect(picture("ana@exemplo.com.br")).toBe("a<mailto:ana@exemplo.com.br|ana@exemplo.com.br>");
  expect(picture("*https://x.com/a*")).toBe("b(a<https://x.com/a|https://x.com/a>)");
});

test("only http, https, mailto and tel links can be opened", () => {
  for (const bad of [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "ftp://x.com/a",
    "blob:https://x.com/1",
    "https://banco.com@mal.example/",
    "https://x.com/\u202Egpj.exe",
    "java\nscript:alert(1)",
  ])
    expect(safeHref(bad)).toBeNull();
  expect(safeHref("tel:+5511999990000")?.href).toBe("tel:+5511999990000");
  const drawn = picture(
    "javascript:alert(1) data:text/html,x ftp://x.com/a file:///a javascript://x.com/%0aalert(1)",
  );
  const hrefs = [...drawn.matchAll(/a<([^|]*)\|/g)].map((hit) => hit[1] ?? "");
  for (const href of hrefs) expect(href).toMatch(/^https?:/);
});

test("a URL in look-alike letters shows its real host", () => {
  const [piece] = parseFormat("https://аpple.com/login");
  expect(piece).toMatchObject({ kind: "link", host: "xn--pple-43d.com" });
  expect(parseFormat("https://apple.com/ação")[0]).toMatchObject({ kind: "link", host: null });
});

test("no text takes longer than 500 ms to parse", () => {
  const bombs = [
    "*a ".repeat(20_000),
    "`".repeat(60_000),
    "```".repeat(20_000),
    "_*~".repeat(20_000),
    "*_~a~_*".repeat(9000),
  ];
  bombs.push(
    "http://a.b/".repeat(5000),
    "a@".repeat(30_000),
    "`a\n".repeat(20_000),
    "(((".repeat(20_000),
    "a.".repeat(30_000),
  );
  for (const bomb of bombs) {
    const started = performance.now();
    parseFormat(bomb);
    expect({ bomb: bomb.slice(0, 12), slow: performance.now() - started > 500 }).toEqual({
      bomb: bomb.slice(0, 12),
      slow: false,
    });
  }
});

test("formatting loses no character of the text", () => {
  const plain = (pieces: readonly Piece[]): string =>
    pieces.map((piece) => ("pieces" in piece ? plain(piece.pieces) : piece.text)).join("");
  for (const text of ["*a _b ~c `d", "<img src=x onerror=alert(1)>", "</div>*<b>*", "a *b _c* d_ e"])
    expect(plain(parseFormat(text)).replaceAll(/[*_~`]/g, "")).toBe(text.replaceAll(/[*_~`]/g, ""));
});

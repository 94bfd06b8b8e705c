import { describe, expect, test } from "bun:test";
import { textOfHtml } from "./html-text.ts";
import { decodePage, readPage } from "./read-page.ts";

describe("the preview data of a page", () => {
  test("the preview tags of a page take precedence over its title and description", () => {
    const page = `<html><head><title>Loja - início</title>
      <meta name="description" content="Tudo para a casa">
      <meta property="og:title" content="Bolo de fub&aacute; &amp; caf&#233;">
      <meta property="og:description" content="Feito  hoje
        de manh&atilde;"><meta property="og:image" content="/bolo.jpg?w=1&amp;h=2"></head></html>`;
    expect(readPage(page)).toEqual({
      title: "Bolo de fubá & café",
      text: "Feito hoje de manhã",
      picture: "/bolo.jpg?w=1&h=2",
    });
  });

  test("a page with only a title has that title, not the title of an SVG in it", () => {
    const page = "<title> Padaria\n Aurora </title><body><svg><title>Seta</title></svg></body>";
    expect(readPage(page)).toEqual({ title: "Padaria Aurora", text: "", picture: null });
  });

  test("a page without a title has no preview", () => {
    for (const page of [
      "",
      "<p>Olá</p>",
      "<title>  </title>",
      '<meta property="og:title" content="  ">',
      "\u0000\u0001<",
    ])
      expect(readPage(page)).toBeNull();
  });

  test("a page with an endless title or a hundred thousand tags is read, and its title is truncated", () => {
    expect(readPage(`<title>${"a".repeat(1_000_000)}`)?.title).toHaveLength(200);
    expect(readPage(`<title>a</title>${"<meta><b>".repeat(100_000)}`)?.title).toBe("a");
  });

  test("the charset of the header takes precedence over the page's; an unknown charset is read as UTF-8", () => {
    const latin = Buffer.from("<meta charset=iso-8859-1><title>Pão</title>", "latin1");
    expect(decodePage(latin, "text/html")).toContain("Pão");
    expect(
      decodePage(Buffer.from("<title>Pão</title>", "latin1"), "text/html; charset=ISO-8859-1"),
    ).toContain("Pão");
    expect(decodePage(Buffer.from("Pão"), "text/html; charset=klingon")).toBe("Pão");
  });
});

describe("text of HTML", () => {
  test("characters that are invisible or change the direction of a text are removed", () => {
    expect(textOfHtml("a\u202eb\u0007c&#8238;d&#0;", 99)).toBe("abcd");
  });

  test("an unknown or invalid character reference is kept or removed without an error", () => {
    expect(textOfHtml("&unknown; &#xd800;x&#x110000;", 99)).toBe("&unknown; x");
    expect(textOfHtml("👍".repeat(300), 200)).toBe("👍".repeat(200));
  });
});

import { textOfHtml } from "./html-text.ts";

/** Longest title and text, characters. */
const MAX_TITLE = 200;
const MAX_TEXT = 400;

/** The preview data of a page; the picture is an address relative to the page. */
export interface PageFacts {
  readonly title: string;
  readonly text: string;
  readonly picture: string | null;
}

/** Properties of `<meta>` in order of preference. */
const TITLES = ["og:title", "twitter:title"];
const TEXTS = ["og:description", "twitter:description", "description"];
const PICTURES = ["og:image:secure_url", "og:image", "og:image:url", "twitter:image"];

/** Reads the title, text and picture that a page states for previews; null when it has no title. Pure. */
export function readPage(html: string): PageFacts | null {
  const said = new Map<string, string>();
  let title = "";
  let titles = 0;
  const rewriter = new HTMLRewriter()
    .on("meta", {
      element(element) {
        const name = element.getAttribute("property") ?? element.getAttribute("name") ?? "";
        const content = element.getAttribute("content") ?? "";
        const key = name.trim().toLowerCase();
        if (content.trim() !== "" && !said.has(key)) said.set(key, content);
      },
    })
    .on("title", {
      element() {
        titles += 1;
      },
      text({ text }) {
        // An SVG inside the page may have its own <title>.
        if (titles === 1 && title.length < 4 * MAX_TITLE) title += text;
      },
    });
  rewriter.transform(html);
  const first = (names: readonly string[]) => names.map((name) => said.get(name)).find(Boolean) ?? "";
  const shown = textOfHtml(first(TITLES) || title, MAX_TITLE);
  if (shown === "") return null;
  const picture = textOfHtml(first(PICTURES), 2000);
  return { title: shown, text: textOfHtml(first(TEXTS), MAX_TEXT), picture: picture === "" ? null : picture };
}

/** Decodes a page by the charset of the response header, else of a `<meta>` tag, else as UTF-8. */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 2048));
  const [, label = "utf-8"] =
    /charset=["']?([\w-]{1,40})/i.exec(contentType) ??
    /<meta[^>]+charset=["']?([\w-]{1,40})/i.exec(start) ??
    [];
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

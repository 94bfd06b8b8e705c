/** A piece of a plain text that is laid out: `# ` and `## ` begin headings, `- ` a list, a blank line a paragraph. */
export type Block =
  | { readonly kind: "title" | "heading" | "paragraph"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly string[] };

/** Lays a plain text out. Markup stays what it is: letters. */
export function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = [];
  for (const part of text.replace(/\r\n?/g, "\n").split(/\n\s*\n/)) {
    let prose: string[] = [];
    let items: string[] = [];
    const end = () => {
      if (prose.length > 0) blocks.push({ kind: "paragraph", text: prose.join("\n") });
      if (items.length > 0) blocks.push({ kind: "list", items });
      prose = [];
      items = [];
    };
    for (const line of part.split("\n").map((raw) => raw.trim())) {
      const found = /^(#{1,2}|[-•])\s+(.+)$/.exec(line);
      const [, sign = "", words = ""] = found ?? [];
      if (line === "") continue;
      if (sign.startsWith("#")) {
        end();
        blocks.push({ kind: sign === "#" ? "title" : "heading", text: words });
      } else if (sign !== "") {
        if (prose.length > 0) end();
        items.push(words);
      } else {
        if (items.length > 0) end();
        prose.push(line);
      }
    }
    end();
  }
  return blocks;
}

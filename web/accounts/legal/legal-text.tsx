/** A plain text of the provider with headings and lists; HTML is shown as typed. */
export function LegalText({ text }: { readonly text: string }) {
  return (
    <div className="legal-text">
      {blocksOf(text).map((block, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks have no id and are always rendered together
        <LegalBlock key={place} block={block} />
      ))}
    </div>
  );
}

function LegalBlock({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case "title":
      return <h2>{block.text}</h2>;
    case "heading":
      return <h3>{block.text}</h3>;
    case "paragraph":
      return <p>{block.text}</p>;
    case "list":
      return (
        <ul>
          {block.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      );
  }
}

/** A block of a plain text: `# ` and `## ` start headings, `- ` a list item; a blank line ends a paragraph. */
type Block =
  | { readonly kind: "title" | "heading" | "paragraph"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly string[] };

/** Divides a plain text into blocks. HTML markup remains text. */
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

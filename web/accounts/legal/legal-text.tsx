import { type Block, blocksOf } from "./blocks.ts";

/** A plain text of the provider, laid out; what looks like markup is shown as it was typed. */
export function LegalText({ text }: { readonly text: string }) {
  return (
    <div className="legal-text">
      {blocksOf(text).map((block, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text is drawn whole, its pieces have no other name
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

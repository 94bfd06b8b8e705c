type Node = Readonly<Record<string, unknown>>;

const nodesOf = (value: unknown): readonly Node[] =>
  Array.isArray(value) ? value.filter((node): node is Node => typeof node === "object" && node !== null) : [];
/** Maximum nesting of lists and variables. */
const DEPTH = 12;

/**
 * The text of a bubble in WhatsApp's formatting: bold, italic, underline as markers, links as plain text
 * (docs/rules/integrations.md#typebot).
 */
export function richText(content: Node): string {
  const blocks = nodesOf(content["richText"]);
  if (blocks.length > 0) return blocks.map((block) => lineOf(block, 0)).join("\n");
  const { markdown, plainText, html } = content as {
    markdown?: unknown;
    plainText?: unknown;
    html?: unknown;
  };
  if (typeof markdown === "string") return markdown.replace(/\*\*(.+?)\*\*/g, "*$1*");
  if (typeof plainText === "string") return plainText;
  return typeof html === "string" ? withoutTags(html) : "";
}

function lineOf(node: Node, depth: number): string {
  if (depth > DEPTH) return "";
  const inner = nodesOf(node["children"]);
  if (node["type"] === "ul" || node["type"] === "ol")
    return inner
      .map((item, index) => `${node["type"] === "ol" ? `${index + 1}.` : "-"} ${lineOf(item, depth + 1)}`)
      .join("\n");
  return inner.map((child) => partOf(child, depth + 1)).join("");
}

function partOf(node: Node, depth: number): string {
  const { text, url } = node;
  if (typeof text === "string") return marked(text, node);
  const inner = lineOf(node, depth);
  if (node["type"] !== "a" || typeof url !== "string") return inner;
  return inner === "" || inner === url ? url : `${inner} (${url})`;
}

/** Markers directly around the text, with blanks outside: WhatsApp requires it. */
function marked(text: string, { bold, italic, underline, strikethrough }: Node): string {
  const [, before = "", words = "", after = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  if (words === "") return text;
  let result = words;
  if (bold === true) result = `*${result}*`;
  if (italic === true || underline === true) result = `_${result}_`;
  if (strikethrough === true) result = `~${result}~`;
  return before + result + after;
}

const withoutTags = (html: string): string =>
  html
    .slice(0, 20_000)
    .replace(/<br\s*\/?>|<\/(?:p|div)>/gi, "\n")
    .replace(/<[^>]{0,2000}>/g, "")
    .trim();

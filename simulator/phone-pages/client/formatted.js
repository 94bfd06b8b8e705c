/** WhatsApp's marks and the elements that show them. */
const TAGS = { "*": "b", _: "i", "~": "s", "`": "code" };
const MARKED = /(^|[^\p{L}\p{N}])([*_~`])(?!\s)([^\n]*?[^\s\n])\2(?![\p{L}\p{N}])/u;

/**
 * Text with WhatsApp's marks as pieces: strings, and `{ tag, pieces }` for what is *bold*, _italic_, ~struck~ or `code`. A mark needs
 * an edge of a word outside and no blank inside, as on a phone.
 */
export function pieces(text) {
  const found = MARKED.exec(text);
  if (!found) return text === "" ? [] : [text];
  const [whole, before, mark, inner] = found;
  const from = found.index + before.length;
  return [
    ...(from > 0 ? [text.slice(0, from)] : []),
    { tag: TAGS[mark], pieces: mark === "`" ? [inner] : pieces(inner) },
    ...pieces(text.slice(found.index + whole.length)),
  ];
}

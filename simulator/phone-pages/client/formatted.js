/** WhatsApp's formatting characters, and the HTML element of each. */
const TAGS = { "*": "b", _: "i", "~": "s", "`": "code" };
const MARKED = /(^|[^\p{L}\p{N}])([*_~`])(?!\s)([^\n]*?[^\s\n])\2(?![\p{L}\p{N}])/u;

/**
 * Parses text with WhatsApp's formatting characters into pieces: strings, and `{ tag, pieces }` for *bold*, _italic_, ~struck~
 * or `code`. As on a phone, a formatting character needs a word edge outside and no blank inside.
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

/** `event.key`, `key` itself, `event.code` and the older ones, also in lower or upper case. */
const READ = String.raw`\b(?:key|code|keyCode|which|charCode)\b(?:\.to(?:Locale)?(?:Lower|Upper)Case\(\))?`;
/** A string of one character that is no blank. Space presses buttons and is allowed. */
const LETTER = "([\"'`])[^\\s\"'`]\\1";
const EQUALS = "[!=]==?";

/** How code can react to a printable key, each with its error message. */
const WAYS: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`${READ}\\s*${EQUALS}\\s*${LETTER}`), "compares a key with a letter"],
  [new RegExp(`${LETTER}\\s*${EQUALS}\\s*[\\w.?]*${READ}`), "compares a key with a letter"],
  [new RegExp(`switch\\s*\\([^)]*${READ}[^{]*\\{[\\s\\S]*?case\\s+${LETTER}`), "a case for a letter"],
  [
    new RegExp(`[{,]\\s*(["']?)[^\\s"'{},]\\1\\s*:[^{}]*\\}[)\\s]*(?:\\?\\.)?\\[[^\\]]*${READ}`),
    "an object of letters",
  ],
  [
    new RegExp(`\\[[^\\]]*${LETTER}[^\\]]*\\]\\s*\\.(?:includes|indexOf)\\([^)]*${READ}`),
    "a list of letters",
  ],
  [
    new RegExp(`new (?:Set|Map)\\(\\[[\\s\\S]{0,40}?${LETTER}[\\s\\S]*\\.(?:has|get)\\([^)]*${READ}`),
    "a set of letters",
  ],
  [new RegExp(`/[a-z]*\\.(?:test|exec)\\([^)]*${READ}|${READ}\\s*\\.match\\(`), "keys by a pattern"],
  [/\bkey\.length\b/, "asks whether a key is printable"],
  [/["'](?:Key[A-Z]|Digit\d|Numpad\d)["']/, "a physical key"],
  [/\baccessKey=|\baccesskey\b/, "an access key"],
];
const LISTENER = /\b(?:window|document|globalThis|body)\.addEventListener\(\s*["']key/;

/**
 * Finds code that reacts to a printable key outside the one allowed folder (docs/rules/keyboard.md#one-place), and
 * keyboard listeners of the whole page. Searches the source text.
 */
export function letterKeys(source: string): readonly string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/(^|\s)\/\/.*$/gm, "");
  if (!/["']key(?:down|up|press)["']|onKey|KeyboardEvent|accessKey/i.test(code)) return [];
  const found = WAYS.filter(([way]) => way.test(code)).map(([, what]) => what);
  return LISTENER.test(code) ? [...found, "listens to the whole page"] : found;
}

import type { Dialect } from "./literal.ts";
import type { Pieces } from "./pieces.ts";

/** Start of a text, name, comment or function body: semicolons in them do not end the statement. */
const OPENS = /['"`;]|--|\/\*|\$[A-Za-z_]*\$/g;

/** Index after the quoted part that opens at `from`; -1 when the text ends before. */
function closing(text: string, open: string, from: number, dialect: Dialect): number {
  const end = open === "--" ? "\n" : open === "/*" ? "*/" : open;
  for (let at = from + open.length; ; ) {
    const found = text.indexOf(end, at);
    if (found < 0) return -1;
    if (open === "'" && dialect === "mysql") {
      let slashes = 0;
      while (text.charAt(found - 1 - slashes) === "\\") slashes += 1;
      if (slashes % 2 === 1) {
        at = found + 1;
        continue;
      }
    }
    return found + end.length;
  }
}

/** Skips the statement at the start of the text, `;` included; returns its first `keep` characters. */
export async function skipStatement(pieces: Pieces, dialect: Dialect, keep: number): Promise<string> {
  let head = "";
  for (let at = 0; ; ) {
    OPENS.lastIndex = at;
    const text = pieces.text();
    const found = OPENS.exec(text);
    const open = found?.[0] ?? "";
    const end = !found ? -1 : open === ";" ? found.index + 1 : closing(text, open, found.index, dialect);
    if (end < 0) {
      // A delimiter may be cut in two at the end of the text.
      if (!found && text.length > keep + 64) {
        if (head === "") head = text.slice(0, keep);
        pieces.drop(text.length - 64);
        at = 0;
      } else at = found?.index ?? Math.max(0, text.length - 64);
      if (await pieces.more()) continue;
      const rest = pieces.text();
      pieces.drop(rest.length);
      return head || rest.slice(0, keep);
    }
    if (open !== ";") {
      at = end;
      continue;
    }
    head ||= text.slice(0, Math.min(end, keep));
    pieces.drop(end);
    return head;
  }
}

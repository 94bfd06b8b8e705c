/** How a reader treats the cells of a file. */
export interface CsvDialect<Cell> {
  readonly separator: string;
  /** The value of a cell without quotes. */
  readonly plain: (cell: string) => Cell;
  /**
   * Accepts files of spreadsheets: text after a closing quote belongs to the cell, and an open quote ends at the end
   * of the file. Otherwise text after a closing quote throws SyntaxError, and an open quote leaves the record
   * incomplete.
   */
  readonly isLenient?: boolean;
}

export interface CsvRecord<Cell> {
  readonly values: readonly Cell[];
  /** Offset of the next record. */
  readonly end: number;
}

/** The record of CSV text (RFC 4180) at `from`; undefined when the text ends before its line end. */
export function readRecord<Cell>(
  text: string,
  from: number,
  { separator, plain, isLenient = false }: CsvDialect<Cell>,
): CsvRecord<Cell | string> | undefined {
  const values: (Cell | string)[] = [];
  for (let at = from; ; ) {
    if (text.charAt(at) === '"') {
      let value = "";
      for (at += 1; ; ) {
        const quote = text.indexOf('"', at);
        if (quote < 0 && isLenient)
          return { values: [...values, value + text.slice(at, -1)], end: text.length };
        if (quote < 0 || quote + 1 >= text.length) return undefined;
        value += text.slice(at, quote);
        at = quote + 1;
        if (text.charAt(at) !== '"') break;
        value += '"';
        at += 1;
      }
      const rest = isLenient ? endOfCell(text, at, separator) : at;
      values.push(value + text.slice(at, rest));
      at = rest;
    } else {
      const end = endOfCell(text, at, separator);
      if (end >= text.length) return undefined;
      values.push(plain(text.slice(at, end)));
      at = end;
    }
    const next = text.charAt(at);
    if (next === "") return undefined;
    if (next === separator) at += 1;
    else if (next === "\n") return { values, end: at + 1 };
    else if (next === "\r") {
      if (at + 1 >= text.length) return undefined;
      return { values, end: text.charAt(at + 1) === "\n" ? at + 2 : at + 1 };
    } else throw new SyntaxError(`unexpected ${JSON.stringify(text.slice(at, at + 20))} behind a quote`);
  }
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * Offset of the end of a cell without quotes: the separator, the line end or the end of the text. Linear in the
 * length of the cell.
 */
function endOfCell(text: string, from: number, separator: string): number {
  const stop = separator.charCodeAt(0);
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === stop || code === LINE_FEED || code === CARRIAGE_RETURN) return at;
  }
  return text.length;
}

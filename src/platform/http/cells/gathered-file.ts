import { type Download, download } from "#platform/http/download.ts";
import type { WorkOwner } from "#platform/jobs/yield-to-event-loop.ts";
import type { GatherRule } from "./cell-rule.ts";

/** A line of a file, with the text by which the lines of several cells are ordered. */
export type KeyedLine = readonly [key: string, line: string];

interface FileOfCell {
  readonly head: string;
  readonly lines: readonly KeyedLine[];
}

/** Lines that are sent together. */
const AT_ONCE = 500;

/**
 * The rule of a file with lines of all cells, ordered by their keys. Without the answer of every cell the request gets 503, because a
 * reader cannot see that lines are missing.
 */
export const gatheredFile = (
  file: Download,
  compare: (a: string, b: string) => number,
): GatherRule<unknown, unknown> => ({
  by: "gather",
  isWhole: true,
  merge: ((parts: readonly FileOfCell[]) => {
    const lines = parts.flatMap((part) => part.lines).toSorted(([a], [b]) => compare(a, b));
    return download(file, "server", texts(parts[0]?.head ?? "", [lines]));
  }) as GatherRule<unknown, unknown>["merge"],
});

/** The answer of a handler of such a file: the file, or with `isPart` what the rule merges. `onEnd` as for `download`. */
export function fileOfLines(
  file: Download,
  owner: WorkOwner,
  { head, pieces }: { readonly head: string; readonly pieces: Iterable<readonly KeyedLine[]> },
  isPart: boolean,
  onEnd?: () => void,
): Response {
  return download(file, owner, isPart ? json(head, pieces) : texts(head, pieces), onEnd);
}

function* texts(head: string, pieces: Iterable<readonly KeyedLine[]>): Generator<string> {
  yield head;
  for (const piece of pieces)
    for (let from = 0; from < piece.length; from += AT_ONCE)
      yield piece
        .slice(from, from + AT_ONCE)
        .map(([, line]) => line)
        .join("");
}

function* json(head: string, pieces: Iterable<readonly KeyedLine[]>): Generator<string> {
  yield `{"head":${JSON.stringify(head)},"lines":[`;
  let separator = "";
  for (const piece of pieces) {
    if (piece.length === 0) continue;
    yield separator + piece.map((line) => JSON.stringify(line)).join(",");
    separator = ",";
  }
  yield "]}";
}

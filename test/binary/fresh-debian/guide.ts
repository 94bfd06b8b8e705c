import { readFileSync } from "node:fs";
import { join } from "node:path";

const docs = join(import.meta.dir, "../../../docs");

/** A page of the documentation whose commands are run. */
export class Guide {
  readonly #text: string;
  readonly #taken = new Set<string>();

  constructor(page: string) {
    this.#text = readFileSync(join(docs, page), "utf8");
  }

  /** The code blocks (`sh` unless `kind` is given) below a heading such as `## 3. Cell 2`, up to the next one of the same level. */
  #blocks(heading: string, kind = "sh"): readonly string[] {
    const from = this.#text.indexOf(`\n## ${heading}`);
    if (from < 0) throw new Error(`the page has no section ${heading}`);
    const to = this.#text.indexOf("\n## ", from + 1);
    const section = this.#text.slice(from, to < 0 ? undefined : to);
    return [...section.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
      .filter(([, language]) => language === kind)
      .map(([, , block = ""]) => block);
  }

  /** One block of commands, with replacements; each must be in it. */
  block(heading: string, index: number, changes: Readonly<Record<string, string>> = {}, kind = "sh"): string {
    let block = this.#blocks(heading, kind)[index];
    if (block === undefined) throw new Error(`section ${heading} has no block ${index}`);
    this.#taken.add(block);
    for (const [from, to] of Object.entries(changes)) {
      if (!block.includes(from)) throw new Error(`block ${index} of ${heading} has no ${from}`);
      block = block.replaceAll(from, to);
    }
    return block;
  }

  /** Rows of tables with a machine and the first line of a block: `| `c` | `number=2 …` |`. */
  firstLines(): readonly (readonly [machine: string, line: string])[] {
    return [...this.#text.matchAll(/^\| `(\w)` \| `(number=.*)` \|$/gm)].map(
      ([, machine = "", line = ""]) => [machine, line] as const,
    );
  }

  /** Blocks of commands that were not used. */
  rest(): readonly string[] {
    return [...this.#text.matchAll(/^```sh\n([\s\S]*?)^```/gm)]
      .map(([, block = ""]) => block)
      .filter((block) => !this.#taken.has(block));
  }
}

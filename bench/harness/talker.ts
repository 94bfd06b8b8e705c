import { join } from "node:path";
import type { Subprocess } from "bun";

const root = join(import.meta.dir, "../..");

/** A child process that answers each input line with one line. `niceness`: its scheduling priority, 0 to 19. */
export class Talker {
  readonly #child: Subprocess<"pipe", "pipe", "inherit">;
  readonly #lines: AsyncIterator<string>;

  constructor(command: string[], niceness = 0) {
    const gives = niceness > 0 ? ["nice", "-n", String(niceness)] : [];
    this.#child = Bun.spawn([...gives, process.execPath, ...command], {
      cwd: root,
      stdin: "pipe",
      stdout: "pipe",
      stderr: "inherit",
    });
    this.#lines = linesOf(this.#child.stdout);
  }

  get process(): Subprocess {
    return this.#child;
  }

  async next(): Promise<string> {
    return (await this.#lines.next()).value ?? "";
  }

  /** Writes a line without waiting for its answer. */
  write(line: string): void {
    this.#child.stdin.write(`${line}\n`);
    void this.#child.stdin.flush();
  }

  async ask(line: string): Promise<string> {
    this.write(line);
    return this.next();
  }

  async stop(): Promise<void> {
    this.#child.kill();
    await this.#child.exited;
  }
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  const decoder = new TextDecoder();
  for await (const chunk of stream) {
    rest += decoder.decode(chunk, { stream: true });
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}

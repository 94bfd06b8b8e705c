import { closeSync, createReadStream, openSync, readSync } from "node:fs";
import { basename } from "node:path";
import { createGunzip } from "node:zlib";
import { encodingOf, requireDumpFile } from "./file-kind.ts";

/** Reads a text file in pieces. */
export interface Pieces {
  /** The text that was read and not dropped yet. */
  text(): string;
  /** Drops this many characters from the start of the text. */
  drop(characters: number): void;
  /** Reads the next piece; false at the end of the file. */
  more(): Promise<boolean>;
  /** An error that names the file and the line at this character of `text()`. */
  wrong(what: string, at?: number): SyntaxError;
  close(): void;
}

const CHUNK = 1024 * 1024;

/** Opens a text file, compressed or not; `onBytes` gets the number of bytes read. */
export function openPieces(path: string, onBytes: (bytes: number) => void): Pieces {
  const file = createReadStream(path, { highWaterMark: CHUNK });
  const stream = isGzip(path) ? file.pipe(createGunzip({ chunkSize: CHUNK })) : file;
  if (stream !== file) file.on("error", (error) => stream.destroy(error));
  const bytes = stream[Symbol.asyncIterator]();
  let decoder: TextDecoder | undefined;
  let text = "";
  let told = 0;
  let lines = 0;
  const linesIn = (characters: number): number => {
    let count = 0;
    for (let at = text.indexOf("\n"); at >= 0 && at < characters; at = text.indexOf("\n", at + 1)) count += 1;
    return count;
  };
  const wrong = (what: string, at = 0) =>
    new SyntaxError(`${basename(path)}, line ${lines + linesIn(at) + 1}: ${what}`);
  return {
    text: () => text,
    drop(characters) {
      lines += linesIn(characters);
      text = text.slice(characters);
    },
    async more() {
      const next = await bytes.next().catch((error: NodeJS.ErrnoException) => {
        throw error.code?.startsWith("Z_")
          ? new SyntaxError(`${basename(path)} is damaged or cut off: it cannot be unpacked`)
          : error;
      });
      onBytes(file.bytesRead - told);
      told = file.bytesRead;
      if (next.done) {
        const rest = decoder?.decode() ?? "";
        text += rest;
        return rest !== "";
      }
      const chunk = next.value as Buffer;
      if (!decoder) {
        requireDumpFile(chunk, path);
        decoder = new TextDecoder(encodingOf(chunk, path));
      }
      text += decoder.decode(chunk, { stream: true });
      return true;
    },
    wrong,
    close() {
      file.destroy();
      if (stream !== file) stream.destroy();
    },
  };
}

/** Whether a file is gzip-compressed, detected from its bytes, not its name. */
function isGzip(path: string): boolean {
  const start = Buffer.alloc(2);
  const file = openSync(path, "r");
  try {
    return readSync(file, start, 0, 2, 0) === 2 && start[0] === 0x1f && start[1] === 0x8b;
  } finally {
    closeSync(file);
  }
}

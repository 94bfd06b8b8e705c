import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";

/** The text of a file as it is read: what is not yet worked off, and more of it when asked. */
export interface Pieces {
  /** What is left of the text read so far. */
  text(): string;
  /** Forgets so many characters of it. */
  drop(characters: number): void;
  /** Reads more; false at the end of the file. */
  more(): Promise<boolean>;
  close(): void;
}

const CHUNK = 1024 * 1024;

/** Opens a text file, compressed or not; `onBytes` hears how many bytes of the file were read. */
export function openPieces(path: string, onBytes: (bytes: number) => void): Pieces {
  const file = createReadStream(path, { highWaterMark: CHUNK });
  const stream = path.endsWith(".gz") ? file.pipe(createGunzip({ chunkSize: CHUNK })) : file;
  if (stream !== file) file.on("error", (error) => stream.destroy(error));
  const bytes = stream[Symbol.asyncIterator]();
  let decoder: TextDecoder | undefined;
  let text = "";
  let told = 0;
  return {
    text: () => text,
    drop(characters) {
      text = text.slice(characters);
    },
    async more() {
      const next = await bytes.next();
      onBytes(file.bytesRead - told);
      told = file.bytesRead;
      if (next.done) {
        const rest = decoder?.decode() ?? "";
        text += rest;
        return rest !== "";
      }
      const chunk = next.value as Buffer;
      decoder ??= new TextDecoder(encodingOf(chunk));
      text += decoder.decode(chunk, { stream: true });
      return true;
    },
    close() {
      file.destroy();
      if (stream !== file) stream.destroy();
    },
  };
}

/** MySQL names the character set among the first lines; everything else is UTF-8. */
const encodingOf = (start: Buffer): "utf-8" | "windows-1252" =>
  /SET NAMES '?latin1\b/i.test(start.toString("latin1", 0, 4096)) ? "windows-1252" : "utf-8";

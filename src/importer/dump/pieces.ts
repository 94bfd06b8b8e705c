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
  /** From here on the bytes are of this encoding. */
  recode(encoding: "utf-8" | "windows-1252"): void;
  close(): void;
}

const CHUNK = 1024 * 1024;

/** Opens a text file, compressed or not; `onBytes` hears how many bytes of the file were read. */
export function openPieces(path: string, onBytes: (bytes: number) => void): Pieces {
  const file = createReadStream(path, { highWaterMark: CHUNK });
  const stream = path.endsWith(".gz") ? file.pipe(createGunzip({ chunkSize: CHUNK })) : file;
  if (stream !== file) file.on("error", (error) => stream.destroy(error));
  const bytes = stream[Symbol.asyncIterator]();
  let decoder = new TextDecoder("utf-8");
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
        const rest = decoder.decode();
        text += rest;
        return rest !== "";
      }
      text += decoder.decode(next.value as Buffer, { stream: true });
      return true;
    },
    recode(encoding) {
      decoder = new TextDecoder(encoding);
    },
    close() {
      file.destroy();
      if (stream !== file) stream.destroy();
    },
  };
}

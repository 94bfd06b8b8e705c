import { closeSync, createReadStream, openSync, readSync } from "node:fs";
import { basename } from "node:path";
import { createGunzip } from "node:zlib";
import { OperatorError } from "#platform/errors.ts";

interface Other {
  readonly offset: number;
  readonly bytes: string;
  readonly what: string;
  readonly todo: (name: string) => string;
}

const restored = (name: string) => `make SQL of it: pg_restore -f dump.sql ${name}`;
const unpacked = (command: string) => (name: string) => `unpack it first: ${command} ${name}`;

/** Files that cannot be imported, recognised by their first bytes; the first match applies. */
const OTHERS: readonly Other[] = [
  { offset: 0, bytes: "PGDMP", what: "a dump in PostgreSQL's custom format", todo: restored },
  { offset: 0, bytes: "toc.dat\0", what: "a dump in PostgreSQL's tar format", todo: restored },
  { offset: 257, bytes: "ustar", what: "a tar archive", todo: unpacked("tar xf") },
  { offset: 0, bytes: "PK\x03\x04", what: "a ZIP archive", todo: unpacked("unzip") },
  { offset: 0, bytes: "BZh", what: "packed with bzip2", todo: unpacked("bunzip2") },
  { offset: 0, bytes: "\xfd7zXZ", what: "packed with xz", todo: unpacked("unxz") },
  { offset: 0, bytes: "\x28\xb5\x2f\xfd", what: "packed with zstd", todo: unpacked("unzstd") },
  { offset: 0, bytes: "<?xml", what: "XML", todo: () => "dump it again without --xml" },
  {
    offset: 0,
    bytes: "SQLite format 3",
    what: "a SQLite database",
    todo: () => "a dump of PostgreSQL or MySQL is needed",
  },
];

/** Throws OperatorError with advice for a file that is not text. `start`: its first bytes, decompressed. */
function requireDumpFile(start: Buffer, path: string): void {
  for (const { offset, bytes, what, todo } of OTHERS)
    if (start.toString("latin1", offset, offset + bytes.length) === bytes)
      throw new OperatorError(`${basename(path)} is ${what}; ${todo(basename(path))}`);
}

/** Character sets of MySQL and PostgreSQL, and their names in `TextDecoder`. */
const ENCODINGS: Readonly<Record<string, string>> = {
  latin1: "windows-1252",
  win1252: "windows-1252",
  latin9: "iso-8859-15",
  latin2: "iso-8859-2",
  win1250: "windows-1250",
  win1251: "windows-1251",
};
const UTF8 = /^(?:utf-?8(?:mb[34])?|unicode|sql_ascii|binary|default)$/;

/** Both systems name the character set in the first lines; Windows programs write a byte order mark; the default is UTF-8. */
function encodingOf(start: Buffer, path: string): string {
  const mark = start.toString("latin1", 0, 2);
  if (mark === "\xff\xfe") return "utf-16le";
  if (mark === "\xfe\xff") return "utf-16be";
  const named = /^(?:\/\*!\d+ )?SET (?:NAMES|client_encoding\s*(?:=|TO)) ?'?(\w+)/im.exec(
    start.toString("latin1", 0, 4096),
  )?.[1];
  const name = (named ?? "utf8").toLowerCase();
  if (UTF8.test(name)) return "utf-8";
  const known = ENCODINGS[name];
  if (known) return known;
  throw new OperatorError(
    `${basename(path)} is written in ${named}; dump it again in UTF-8: pg_dump -E UTF8, or mysqldump --default-character-set=utf8mb4`,
  );
}

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

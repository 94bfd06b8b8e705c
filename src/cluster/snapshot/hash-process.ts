import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { ArchiveError } from "#cluster/archive/objects.ts";
import { openDatabase } from "#platform/db/open.ts";
import type { ShippedPath } from "#platform/db/ship/capture.ts";
import { ownCommand } from "#platform/process/own-command.ts";
import { cellFiles } from "./cell-files.ts";
import { hashPiece, type PieceAtEnd, type PieceHash } from "./pieces.ts";
import { readDatabaseAt } from "./read-database.ts";

/** The internal subcommand of the process that reads the databases of a running owner. */
const HASH_COMMAND = "cluster-hash";

type Request =
  | { readonly do: "list" }
  | { readonly do: "check"; readonly path: ShippedPath }
  | { readonly do: "hash"; readonly pieces: readonly SentPiece[] };
/** The salt in hex: JSON has no large integers. */
type SentPiece = Omit<PieceAtEnd, "end"> & { readonly end: readonly [salt: string, frame: number] };
type Answer = { readonly value: unknown } | { readonly failed: string };

export interface OwnedFile {
  readonly path: ShippedPath;
  readonly bytes: number;
}

/** Reads the databases that this process has open, in a process of its own (see `readDatabase`). Rejects with ArchiveError. */
export interface Hasher {
  /** All databases of the directory. */
  list(): Promise<readonly OwnedFile[]>;
  /** False if SQLite finds damage in this database. */
  isSound(path: ShippedPath): Promise<boolean>;
  /** In the order of the pieces; null for one whose content at its end is not known any more, for example after a checkpoint. */
  hash(pieces: readonly PieceAtEnd[]): Promise<readonly (PieceHash | null)[]>;
  stop(): void;
}

/** Starts the process; `stop` ends it. */
export function startHasher(directory: string): Hasher {
  const temporary = process.env["BUN_TMPDIR"];
  const child = Bun.spawn([...ownCommand(), HASH_COMMAND, directory], {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
    env: { PATH: process.env["PATH"] ?? "", ...(temporary !== undefined && { BUN_TMPDIR: temporary }) },
  });
  const answers = linesOf(child.stdout);
  const ask = async (request: Request): Promise<unknown> => {
    child.stdin.write(`${JSON.stringify(request)}\n`);
    await child.stdin.flush();
    const { value: line } = await answers.next();
    if (line === undefined) throw new ArchiveError("the process that reads the databases has ended");
    const answer = JSON.parse(line) as Answer;
    if ("failed" in answer) throw new ArchiveError(answer.failed);
    return answer.value;
  };
  return {
    list: () => ask({ do: "list" }) as Promise<readonly OwnedFile[]>,
    isSound: (path) => ask({ do: "check", path }) as Promise<boolean>,
    hash: (pieces) => ask({ do: "hash", pieces: pieces.map(sent) }) as Promise<readonly (PieceHash | null)[]>,
    stop: () => child.kill("SIGKILL"),
  };
}

const sent = ({ path, at, end }: PieceAtEnd): SentPiece => ({
  path,
  at,
  end: [end.salt.toString(16), end.frame],
});

/** The process: answers each line of standard input with one line. */
export async function answerHashRequests(directory: string, write: (line: string) => void): Promise<void> {
  for await (const line of linesOf(Bun.stdin.stream())) {
    let answer: Answer;
    try {
      answer = { value: carryOut(directory, JSON.parse(line) as Request) };
    } catch (error) {
      answer = { failed: error instanceof Error ? error.message : String(error) };
    }
    write(JSON.stringify(answer));
  }
}

function carryOut(directory: string, request: Request): unknown {
  if (request.do === "list") return [...databasesIn(directory)];
  if (request.do === "check") return isSound(join(directory, request.path));
  return request.pieces.map(({ path, at, end: [salt, frame] }) =>
    hashOf(directory, { path, at, end: { salt: BigInt(`0x${salt}`), frame } }),
  );
}

function* databasesIn(directory: string): Generator<OwnedFile> {
  for (const { path, kind } of cellFiles(directory)) {
    const found = kind === "database" && statSync(join(directory, path), { throwIfNoEntry: false });
    if (found) yield { path, bytes: found.size };
  }
}

/** A file that was removed meanwhile is sound. */
function isSound(name: string): boolean {
  if (!existsSync(name)) return true;
  const db = openDatabase(name, { durability: "normal", readonly: true });
  try {
    return db.pragma("integrity_check(1)", { simple: true }) === "ok";
  } catch {
    return !existsSync(name);
  } finally {
    db.close();
  }
}

function hashOf(directory: string, { path, at, end }: PieceAtEnd): PieceHash | null {
  const name = join(directory, path);
  if (!existsSync(name)) return null;
  const file = readDatabaseAt(name, end);
  try {
    const reading = hashPiece(file, { path, at });
    let step = reading.next();
    while (!step.done) step = reading.next();
    return file.isExact() ? step.value : null;
  } finally {
    file.close();
  }
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of stream) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  return undefined;
}

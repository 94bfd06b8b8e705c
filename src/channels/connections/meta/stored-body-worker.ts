import { readFileSync } from "node:fs";
import { lowerPriority } from "#platform/process/lower-priority.ts";
import { bodyPieces } from "./body-pieces.ts";
import type { PieceAnswer, PieceRequest } from "./stored-body.ts";

/** Worker thread that parses large webhooks: 25 MB take 0.1 s or more, during which the main thread would answer no request. */

declare const self: Worker;

lowerPriority();
let pieces: Generator<unknown> | undefined;

function answer({ path }: PieceRequest): PieceAnswer {
  try {
    if (path !== undefined) pieces = bodyPieces(JSON.parse(readFileSync(path, "utf8")));
    const next = pieces?.next();
    if (next && !next.done) return { piece: JSON.stringify(next.value) };
    pieces = undefined;
    return { piece: null };
  } catch (error) {
    pieces = undefined;
    return { error: String(error), isMalformed: error instanceof SyntaxError };
  }
}

self.onmessage = ({ data }: MessageEvent<PieceRequest>) => self.postMessage(answer(data));

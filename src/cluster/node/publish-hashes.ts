import type { Hasher, OwnedFile } from "#cluster/snapshot/hash-process.ts";
import { keyOf, PIECE_BYTES, type Piece, type PieceHash } from "#cluster/snapshot/pieces.ts";
import type { Notice } from "#platform/db/ship/batch.ts";
import { isIncomplete, type ShippedPath } from "#platform/db/ship/capture.ts";
import type { Position } from "#platform/db/ship/position.ts";
import { newUuid } from "#platform/ids.ts";
import type { CompareNotice, HashesNotice } from "./comparison.ts";

/** Files of one group; a group has at most `PIECE_BYTES` in all. */
const GROUP_FILES = 50;
/** How often a piece is tried whose content at the notice was lost to a checkpoint. */
const ATTEMPTS = 10;

export interface PublishOptions {
  readonly hasher: Hasher;
  readonly notice: (notice: Notice) => Promise<Position>;
  readonly isOwner: () => boolean;
}

export interface Published {
  readonly pieces: number;
  /** Pieces that changed too often: they are compared next week. */
  readonly leftOut: number;
  readonly damaged: readonly ShippedPath[];
}

/**
 * Publishes the hashes of all databases of the owner (docs/rules/cluster.md#hashes). A damaged database of the owner gets no hash, so that a
 * standby never gives up its copy of it. Null when this node is no longer the owner.
 */
export async function publishHashes(
  run: string,
  { hasher, notice, isOwner }: PublishOptions,
): Promise<Published | null> {
  const waiting = (await hasher.list()).map((file): Waiting => ({ ...file, at: 0, attempts: 0 }));
  const damaged: ShippedPath[] = [];
  let [pieces, leftOut] = [0, 0];
  while (waiting.length > 0) {
    const group: Waiting[] = [];
    for (const piece of takeGroup(waiting)) {
      if (piece.at > 0 || piece.attempts > 0 || (await hasher.isSound(piece.path))) group.push(piece);
      else damaged.push(piece.path);
    }
    if (!isOwner()) return null;
    const hashes = await publishGroup(run, group, { hasher, notice });
    const found = new Map(hashes.map((hash) => [keyOf(hash), hash]));
    for (const piece of group.toReversed()) {
      const hash = found.get(keyOf(piece));
      if (hash && !hash.isLast) waiting.unshift({ ...piece, at: piece.at + PIECE_BYTES, attempts: 0 });
      if (hash) continue;
      if (piece.attempts + 1 < ATTEMPTS) waiting.unshift({ ...piece, attempts: piece.attempts + 1 });
      else leftOut += 1;
    }
    pieces += hashes.length;
  }
  const last: HashesNotice = { type: "hashes", run, id: newUuid(), hashes: [], total: pieces };
  await notice(last);
  return { pieces, leftOut, damaged };
}

interface Waiting extends OwnedFile, Piece {
  readonly attempts: number;
}

/** Takes the next pieces. A piece of unknown size (its file grows) counts as its file did at the beginning. */
function takeGroup(waiting: Waiting[]): readonly Waiting[] {
  let bytes = 0;
  let count = 0;
  for (const piece of waiting) {
    bytes += Math.min(PIECE_BYTES, Math.max(0, piece.bytes - piece.at));
    if (count > 0 && (bytes > PIECE_BYTES || count === GROUP_FILES)) break;
    count += 1;
  }
  return waiting.splice(0, count);
}

/** The hashes of the pieces as they were at one message of the log; fewer when some changed. */
async function publishGroup(
  run: string,
  group: readonly Piece[],
  { hasher, notice }: Pick<PublishOptions, "hasher" | "notice">,
): Promise<readonly PieceHash[]> {
  const id = newUuid();
  const pieces = group.map(({ path, at }) => ({ path, at }));
  const announcement: CompareNotice = { type: "compare", id, pieces };
  const { files } = await notice(announcement);
  const known = pieces.flatMap((piece) => {
    const end = files.get(piece.path);
    return end && !isIncomplete(end) ? [{ ...piece, end }] : [];
  });
  const hashes = (await hasher.hash(known)).filter((hash) => hash !== null);
  const published: HashesNotice = {
    type: "hashes",
    run,
    id,
    hashes: hashes.map(({ path, at, hash }) => ({ path, at, hash })),
  };
  await notice(published);
  return hashes;
}

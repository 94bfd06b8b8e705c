import type { Notice } from "#platform/db/ship/batch.ts";
import type { ShippedPath, WalEnd } from "#platform/db/ship/capture.ts";

/**
 * The owner publishes hashes of its databases once a week, each with the end of the log of that file: a copy that has applied the same
 * end must have the same content (docs/rules/cluster.md#hashes). Pure.
 */
export type HashNotice = Notice & {
  readonly type: "hashes";
  /** Salt in hex, frame, SHA-256 in hex. */
  readonly files: Readonly<Record<ShippedPath, readonly [salt: string, frame: number, hash: string]>>;
};

type Ends = ReadonlyMap<ShippedPath, WalEnd>;
type Hashes = Readonly<Record<ShippedPath, string>>;

const isSame = (one: WalEnd | undefined, other: WalEnd | undefined): one is WalEnd =>
  one !== undefined && other !== undefined && one.salt === other.salt && one.frame === other.frame;

/** The files that no commit changed between both ends, so that the hash belongs to that end. */
export function noticeOf(hashes: Hashes, before: Ends, after: Ends): HashNotice {
  const files: Record<ShippedPath, readonly [string, number, string]> = {};
  for (const [path, hash] of Object.entries(hashes)) {
    const end = before.get(path);
    if (isSame(end, after.get(path))) files[path] = [end.salt.toString(16), end.frame, hash];
  }
  return { type: "hashes", files };
}

export const isHashNotice = (notice: Notice): notice is HashNotice =>
  notice.type === "hashes" && typeof notice["files"] === "object";

/** Files of a copy that differ from the owner's; those that are at another end cannot be compared. */
export function differing(
  { files }: HashNotice,
  own: { readonly hashes: Hashes; readonly before: Ends; readonly after: Ends },
): { readonly paths: readonly ShippedPath[]; readonly compared: number } {
  const paths: ShippedPath[] = [];
  let compared = 0;
  for (const [path, [salt, frame, hash]] of Object.entries(files)) {
    const end = { salt: BigInt(`0x${salt}`), frame };
    const mine = own.hashes[path];
    if (mine === undefined || !isSame(end, own.before.get(path)) || !isSame(end, own.after.get(path)))
      continue;
    compared += 1;
    if (mine !== hash) paths.push(path);
  }
  return { paths, compared };
}

import type { ShippedPages } from "./capture.ts";

/** Two consecutive captures of one file as one: each page once, with its last image. */
export function mergePages(earlier: ShippedPages, later: ShippedPages): ShippedPages {
  const commits = (earlier.commits ?? 0) + (later.commits ?? 0);
  if (later.isWhole || earlier.pageSize !== later.pageSize) return { ...later, commits };
  const { pageSize, pageCount } = later;
  const source = new Map<number, Uint8Array>();
  for (const { numbers, images } of [earlier, later])
    numbers.forEach((page, index) => {
      if (page <= pageCount) source.set(page, images.subarray(index * pageSize, (index + 1) * pageSize));
    });
  const numbers = Uint32Array.from(source.keys()).sort();
  const images = Buffer.concat([...numbers].map((page) => source.get(page) as Uint8Array));
  const { path, wal } = later;
  return { path, isWhole: earlier.isWhole, pageSize, pageCount, wal, numbers, images, commits };
}

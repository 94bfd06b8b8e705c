import { decodeUri } from "#web/lib/format/decode-uri.ts";
/** Cache of the content that another app shared, until the share page has read it. */
export const SHARE_CACHE = "shared-with-balcao";
const TEXT_PATH = "/shared/words";
const FILE_PATH = "/shared/files/";
/** Lifetime of shared content that no page has read, ms. */
export const SHARED_LIFE_MS = 10 * 60_000;
/** Maximum number of files of a message; further files are dropped (docs/rules/messages.md#media). */
const MAX_FILES = 10;

type Caches = Pick<CacheStorage, "open" | "delete">;

/** Stores the content that another app shared and redirects to the page where the recipient is chosen. */
export async function storeShare(request: Request, caches: Caches, now: number): Promise<Response> {
  const form = await request.formData();
  await caches.delete(SHARE_CACHE);
  const cache = await caches.open(SHARE_CACHE);
  const parts = ["title", "text", "url"]
    .map((name) => form.get(name))
    .filter((value): value is string => typeof value === "string" && value.trim() !== "");
  // Some apps send the URL as the text, too: duplicates are removed.
  const text = [...new Set(parts.map((part) => part.trim()))].join("\n");
  const files = form
    .getAll("files")
    .filter((value): value is File => value instanceof File && value.size > 0);
  await cache.put(TEXT_PATH, Response.json({ text, at: now, files: Math.min(files.length, MAX_FILES) }));
  await Promise.all(
    files.slice(0, MAX_FILES).map((file, index) =>
      cache.put(
        `${FILE_PATH}${index}`,
        new Response(file, {
          headers: { "content-type": file.type, "x-name": encodeURIComponent(file.name.toWellFormed()) },
        }),
      ),
    ),
  );
  return new Response(null, { status: 303, headers: { location: "/share" } });
}

export interface Shared {
  readonly text: string;
  readonly files: readonly File[];
}

/** The shared content that has not been sent; null = none. It is stored until `deleteShared`. */
export async function readShared(caches: Caches, now: number): Promise<Shared | null> {
  const cache = await caches.open(SHARE_CACHE);
  const stored = await cache.match(TEXT_PATH);
  const content = stored && ((await stored.json()) as { text: string; at: number; files: number });
  if (!content || now - content.at > SHARED_LIFE_MS) {
    await caches.delete(SHARE_CACHE);
    return null;
  }
  const files = await Promise.all(
    Array.from({ length: content.files }, async (_, index) => {
      const response = await cache.match(`${FILE_PATH}${index}`);
      if (!response) return null;
      const name = decodeUri(response.headers.get("x-name") ?? "");
      return new File([await response.blob()], name || `arquivo-${index + 1}`, {
        type: response.headers.get("content-type") ?? "",
      });
    }),
  );
  return { text: content.text, files: files.filter((file): file is File => file !== null) };
}

export const deleteShared = (caches: Caches): Promise<boolean> => caches.delete(SHARE_CACHE);

import { decodeUri } from "#web/lib/format/decode-uri.ts";
/** What another app handed over, until a page takes it; nothing else of this origin is called so. */
export const SHARED = "shared-with-balcao";
const WORDS = "/shared/words";
const FILES = "/shared/files/";
/** What nobody took within this time is thrown away, ms. */
export const SHARED_LIFE_MS = 10 * 60_000;
/** More files than a message takes are left out (docs/rules/messages.md#media). */
const MOST_FILES = 10;

type Boxes = Pick<CacheStorage, "open" | "delete">;

/** Keeps what another app shares and leads to the page that asks for whom it is. */
export async function takeShare(request: Request, caches: Boxes, now: number): Promise<Response> {
  const form = await request.formData();
  await caches.delete(SHARED);
  const box = await caches.open(SHARED);
  const words = ["title", "text", "url"]
    .map((name) => form.get(name))
    .filter((value): value is string => typeof value === "string" && value.trim() !== "");
  // Some apps give the address as the text, too.
  const text = [...new Set(words.map((word) => word.trim()))].join("\n");
  const files = form
    .getAll("files")
    .filter((value): value is File => value instanceof File && value.size > 0);
  await box.put(WORDS, Response.json({ text, at: now, files: Math.min(files.length, MOST_FILES) }));
  await Promise.all(
    files.slice(0, MOST_FILES).map((file, index) =>
      box.put(
        `${FILES}${index}`,
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

/** What was shared and nobody took yet; null = nothing. It stays until `dropShared`. */
export async function readShared(caches: Boxes, now: number): Promise<Shared | null> {
  const box = await caches.open(SHARED);
  const words = await box.match(WORDS);
  const known = words && ((await words.json()) as { text: string; at: number; files: number });
  if (!known || now - known.at > SHARED_LIFE_MS) {
    await caches.delete(SHARED);
    return null;
  }
  const files = await Promise.all(
    Array.from({ length: known.files }, async (_, index) => {
      const answer = await box.match(`${FILES}${index}`);
      if (!answer) return null;
      const name = decodeUri(answer.headers.get("x-name") ?? "");
      return new File([await answer.blob()], name || `arquivo-${index + 1}`, {
        type: answer.headers.get("content-type") ?? "",
      });
    }),
  );
  return { text: known.text, files: files.filter((file): file is File => file !== null) };
}

export const dropShared = (caches: Boxes): Promise<boolean> => caches.delete(SHARED);

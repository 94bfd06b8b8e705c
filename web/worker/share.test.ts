import { expect, test } from "bun:test";
import { deleteShared, readShared, SHARED_LIFE_MS, storeShare } from "./share.ts";

/** A fake cache storage of a browser. */
function createCaches() {
  const stores = new Map<string, Map<string, Response>>();
  return {
    open: async (name: string) => {
      const store = stores.get(name) ?? new Map<string, Response>();
      stores.set(name, store);
      return {
        put: async (path: string, answer: Response) => void store.set(path, answer),
        match: async (path: string) => store.get(path)?.clone(),
      };
    },
    delete: async (name: string) => stores.delete(name),
  } as unknown as CacheStorage;
}

function shared(fields: Readonly<Record<string, string>>, files: readonly File[] = []): Request {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  for (const file of files) body.append("files", file);
  return new Request("http://balcao.test/share", { method: "POST", body });
}

test("text and files shared by another app are stored for the share page", async () => {
  const caches = createCaches();
  const picture = new File(["bytes"], "nota fiscal nº 7.png", { type: "image/png" });
  const address = "https://example.com/a";
  const answer = await storeShare(
    shared({ title: "Veja", text: address, url: address }, [picture]),
    caches,
    0,
  );
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/share"]);
  const kept = await readShared(caches, 1_000);
  expect(kept?.text).toBe(`Veja\n${address}`);
  expect(kept?.files.map(({ name, type, size }) => ({ name, type, size }))).toEqual([
    { name: "nota fiscal nº 7.png", type: "image/png", size: 5 },
  ]);
  await deleteShared(caches);
  expect(await readShared(caches, 1_000)).toBeNull();
});

test("a newer share replaces an older one, and a share that no page has read expires", async () => {
  const caches = createCaches();
  await storeShare(shared({ text: "um" }, [new File(["a"], "a.txt")]), caches, 0);
  await storeShare(shared({ text: "dois" }), caches, 0);
  expect(await readShared(caches, 0)).toEqual({ text: "dois", files: [] });
  expect(await readShared(caches, SHARED_LIFE_MS + 1)).toBeNull();
});

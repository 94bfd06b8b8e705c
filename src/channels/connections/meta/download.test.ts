import { expect, test } from "bun:test";
import { startTestApp } from "#test/helpers/app.ts";
import { downloadFile, mayFetchFile } from "./download.ts";

test("message files are downloaded only from Meta's hosts", () => {
  expect(mayFetchFile("https://scontent.xx.fbcdn.net/v/t1/a.jpg?oh=1", false)).toBe(true);
  expect(mayFetchFile("https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1", false)).toBe(true);
  for (const address of [
    "http://lookaside.fbsbx.com/a.jpg",
    "https://lookaside.fbsbx.com:8443/a.jpg",
    "https://lookaside.fbsbx.com.evil.example/a.jpg",
    "https://lookaside.fbsbx.com@169.254.169.254/",
    "https://evilfbsbx.com/a.jpg",
    "https://127.0.0.1/a.jpg",
    "https://[::ffff:169.254.169.254]/latest/meta-data",
    "file:///etc/passwd",
    "nonsense",
    "",
  ])
    expect([address, mayFetchFile(address, false)]).toEqual([address, false]);
});

test("a redirect to another host is not followed", async () => {
  const asked: string[] = [];
  const network = Bun.serve({
    port: 0,
    fetch(request) {
      const { pathname } = new URL(request.url);
      asked.push(pathname);
      return pathname === "/moved" ? Response.redirect("/inside") : new Response("a file");
    },
  });
  const app = await startTestApp({ env: { META_GRAPH_URL: network.url.origin } });
  try {
    const tenant = app.company();
    const get = (path: string) =>
      downloadFile(tenant, JSON.stringify({ url: `${network.url.origin}${path}` }));
    expect(await get("/file.txt")).toMatchObject({ state: "stored", size: 6 });
    expect(await get("/moved")).toBeNull();
    expect(asked).toEqual(["/file.txt", "/moved"]);
  } finally {
    await app.stop();
    await network.stop(true);
  }
});

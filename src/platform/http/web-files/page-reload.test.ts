import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAssets } from "./assets.ts";

const root = mkdtempSync(join(tmpdir(), "balcao-reload-"));
afterAll(() => rmSync(root, { recursive: true }));
const write = (path: string, text: string) => writeFileSync(join(root, path), text);

test("an open page reloads after a changed source was bundled, and gets the new bundle", async () => {
  mkdirSync(join(root, "web/public"), { recursive: true });
  write(
    "web/index.html",
    `<!doctype html><html><body><script type="module" src="./main.ts"></script></body></html>`,
  );
  write("web/main.ts", `console.log("first")`);
  const assets = await createAssets({ root, rebuildFailed: () => undefined });
  const get = (path: string) => assets.respond(new Request(`http://localhost${path}`));

  expect(await get("/")?.text()).toContain(`<script src="/dev/reload.js"></script>`);
  expect(await get("/dev/reload.js")?.text()).toContain("location.reload()");
  const reader = get("/dev/reload")?.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toStartWith(": open");
  write("web/main.ts", `console.log("second")`);
  expect((await reader?.read())?.value).toContain("event: bundled");
  const page = (await get("/")?.text()) ?? "";
  const [, script = ""] = /src="(\/assets\/[^"]+\.js)"/.exec(page) ?? /src="(\/[^"]+\.js)"/.exec(page) ?? [];
  expect(await get(script)?.text()).toContain("second");
  await reader?.cancel();
});

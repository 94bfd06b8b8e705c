import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const web = join(import.meta.dir, "../..");

test.each([
  ["app/top-bar/top-bar.css", ".notices-list"],
  ["inbox/chats/chat-bell.css", ".chat-bell-list"],
  ["provider/announcements/announcements.css", ".announcements-list"],
])("%s: the list of notifications %s is at most 350 px high", (file, list) => {
  const sheet = readFileSync(join(web, file), "utf8");
  const [, rule = ""] = new RegExp(`\\${list} \\{([^}]*)\\}`).exec(sheet) ?? [];
  expect(rule).toContain("max-height: min(350px,");
});

import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";

/** The functions that draw a preview, and team chats, whose preview the server composes. */
const ALLOWED = ["inbox/messages/bubble/message-summary.ts", "inbox/chats/"];

test("no page draws the last message of a ticket except by the functions of message-summary.ts", () => {
  const web = join(import.meta.dir, "../../..");
  const raw = [...new Glob("**/*.{ts,tsx}").scanSync(web)]
    .filter((file) => !/test|locales/.test(file) && !ALLOWED.some((allowed) => file.startsWith(allowed)))
    .filter((file) =>
      /\blast(Customer)?Message\b(?! [!=]== null)/.test(readFileSync(join(web, file), "utf8")),
    );
  expect(raw).toEqual([]);
});

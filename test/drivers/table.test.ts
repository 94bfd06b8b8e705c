import { expect, test } from "bun:test";
import { join } from "node:path";
import { ABILITIES, type Abilities } from "#channels/connections/index.ts";

const PAGE = join(import.meta.dir, "..", "..", "docs", "architecture.md");
const COLUMNS = ["whatsapp", "cloud", "facebook", "instagram"] as const;
const yes = (able: boolean) => (able ? "yes" : "`ERR_NOT_SUPPORTED`");

/** Expected content of each row of the table for a network. */
const ROWS: Readonly<Record<string, (can: Abilities) => string>> = {
  "Who creates the id of a message": ({ ids }) => (ids === "ours" ? "we" : "the network"),
  Receipts: ({ marks }) => (marks === "message" ? "per message" : "up to a moment"),
  "Edit from here": ({ edit }) => yes(edit),
  "Delete from here": (can) => yes(can.delete),
  "React from here": ({ react }) => yes(react),
  "Edited by the customer": ({ editedByCustomer }) => (editedByCustomer ? "yes" : "no"),
  "Menus of the bot": ({ menus }) =>
    ({ text: "text", pressed: "buttons or list", replies: "text with quick replies" })[menus],
  Caption: ({ caption }) => (caption ? "under the file" : "a message behind the file"),
  Recording: ({ voiceNote }) => (voiceNote ? "OGG/Opus voice note" : "as recorded"),
  "Longest text": ({ longestText }) => String(longestText),
  "Answer window": ({ afterADay }) =>
    ({ everything: "none", templates: "24 h, then templates", people: "24 h, people 7 days" })[afterADay],
};

test("the channel table in architecture.md equals the capabilities of the drivers", async () => {
  const page = await Bun.file(PAGE).text();
  const rows = new Map(
    page
      .split("\n")
      .filter((line) => line.startsWith("| "))
      .map((line) => line.split("|").map((cell) => cell.trim()))
      .map(([, name = "", ...cells]) => [name, cells] as const),
  );
  for (const [name, says] of Object.entries(ROWS))
    for (const [place, driver] of COLUMNS.entries())
      expect([name, driver, rows.get(name)?.[place]?.startsWith(says(ABILITIES[driver]))]).toEqual([
        name,
        driver,
        true,
      ]);
  for (const [place, driver] of COLUMNS.entries())
    expect([driver, rows.get("Files")?.[place]?.includes("no documents")]).toEqual([
      driver,
      !ABILITIES[driver].documents,
    ]);
});

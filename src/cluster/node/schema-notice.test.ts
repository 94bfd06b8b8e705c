import { expect, test } from "bun:test";
import { schemaNotice, tooOldFor } from "./schema-notice.ts";

const own = { system: 11, company: 20 };

test("a node whose program has all migrations of the owner may take over", () => {
  expect(tooOldFor(schemaNotice(own, "1.4.0"), own)).toBeNull();
  expect(tooOldFor(schemaNotice({ system: 10, company: 20 }, "1.3.0"), own)).toBeNull();
});

test("a node whose program lacks a migration of the owner stays a standby and names the kind of file", () => {
  expect(tooOldFor(schemaNotice({ system: 11, company: 21 }, "1.5.0"), own)).toBe(
    "its program is older than the owner's (1.5.0), which has newer migrations (company): upgrade it",
  );
  expect(tooOldFor(schemaNotice({ ...own, session: 1 }, "1.5.0"), own)).toContain("(session)");
});

test("a node whose program cannot read the owner's batches stays a standby", () => {
  const notice = { ...schemaNotice(own, "1.5.0"), format: 2 };
  expect(tooOldFor(notice, own)).toContain("(1.5.0), which writes batches in a newer format");
});

test("a notice of another kind is ignored", () => {
  expect(tooOldFor({ type: "hashes" }, own)).toBeUndefined();
});

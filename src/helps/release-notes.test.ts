import { afterAll, beforeAll, expect, test } from "bun:test";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";
import { parseReleases } from "./release-notes.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test("a change log is read release by release, points that go on in the next line as one", () => {
  const text = `# Changelog

Words before it.

## [Unreleased]

### Added
- One thing, which goes on
  in the next line.
- Another.

## [0.1.0] - 2026-11-01

### Fixed
- A mistake in \`serve\`.
`;
  expect(parseReleases(text)).toEqual([
    {
      version: "Unreleased",
      date: null,
      sections: [{ title: "Added", points: ["One thing, which goes on in the next line.", "Another."] }],
    },
    { version: "0.1.0", date: "2026-11-01", sections: [{ title: "Fixed", points: ["A mistake in serve."] }] },
  ]);
});

test("whoever is signed in reads what is new in this program", async () => {
  const reply = await app.api(testUser(app.company())).get("/release-notes");
  expect([reply.status, reply.body.version]).toEqual([200, expect.stringMatching(/^\d+\.\d+\.\d+/)]);
  const sections: readonly { points: readonly string[] }[] = reply.body.releases[0].sections;
  expect(sections.flatMap(({ points }) => points).length).toBeGreaterThan(10);
  expect((await app.api().get("/release-notes")).status).toBe(401);
});

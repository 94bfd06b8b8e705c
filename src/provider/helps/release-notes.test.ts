import { afterAll, beforeAll, expect, test } from "bun:test";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";
import { parseReleases, releaseNotes } from "./release-notes.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const LANGUAGES = ["pt", "en", "es"] as const;

test("a file of release notes is read release by release", () => {
  expect(parseReleases("## 0.2.0 - 2026-12-01\n- One.\n- Two.\n\n## 0.1.0\n- Three.\n")).toEqual([
    { version: "0.2.0", date: "2026-12-01", points: ["One.", "Two."] },
    { version: "0.1.0", date: null, points: ["Three."] },
  ]);
});

test("the running version has notes, with the same releases and points in every language", () => {
  const shape = (language: (typeof LANGUAGES)[number]) =>
    releaseNotes(language).releases.map(({ version, date, points }) => [version, date, points.length]);
  const { version, releases } = releaseNotes("pt");
  expect(releases[0]?.version).toBe(version);
  for (const language of LANGUAGES) expect(shape(language)).toEqual(shape("pt"));
});

test("release notes are short and contain no internal terms", () => {
  const internals =
    /`|[A-Z]{3,}_|\/[a-z]+\/|\b(API|SQL|socket|cache|thread|backend|endpoint|commit|token)\b/i;
  for (const language of LANGUAGES)
    for (const { points } of releaseNotes(language).releases) {
      expect(points.length).toBeWithin(1, 17);
      for (const point of points) {
        expect(point.length).toBeLessThanOrEqual(160);
        expect(point).not.toMatch(internals);
      }
    }
});

test("release notes are in the user's language and need a session", async () => {
  const api = app.api(testUser(app.company()));
  const read = async (query: string) => (await api.get(`/release-notes${query}`)).body.releases[0].points[0];
  expect(await read("")).toStartWith("Atenda");
  expect(await read("?language=en")).toStartWith("Answer");
  expect(await read("?language=es")).toStartWith("Atienda");
  expect((await app.api().get("/release-notes")).status).toBe(401);
});

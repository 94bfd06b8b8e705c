import changelog from "#CHANGELOG.md" with { type: "text" };
import product from "#package.json" with { type: "json" };
import type { ReleaseNotes } from "./contract.ts";

type Release = ReleaseNotes["releases"][number];

/** What `CHANGELOG.md` says of each release, the newest first: headings, and their points without line breaks. */
export function parseReleases(text: string): readonly Release[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [, version = "", date = null] = /^\[([^\]]+)\](?: - (\d{4}-\d{2}-\d{2}))?/.exec(part) ?? [];
      return { version, date, sections: sectionsOf(part) };
    });
}

const sectionsOf = (part: string): Release["sections"] =>
  part
    .split(/^### /m)
    .slice(1)
    .map((section) => ({
      title: section.slice(0, section.indexOf("\n")).trim(),
      points: section
        .split(/^- /m)
        .slice(1)
        .map((point) => point.replaceAll("`", "").replace(/\s+/g, " ").trim()),
    }));

/** The notes of this program, read once. */
const releases = parseReleases(changelog);

export const releaseNotes = (): ReleaseNotes => ({ version: product.version, releases: [...releases] });

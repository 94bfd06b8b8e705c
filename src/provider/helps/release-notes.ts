import product from "#package.json" with { type: "json" };
import type { PageLanguage } from "#platform/http/contract.ts";
import type { ReleaseNotes } from "./contract.ts";
import en from "./release-notes/en.md" with { type: "text" };
import es from "./release-notes/es.md" with { type: "text" };
import pt from "./release-notes/pt.md" with { type: "text" };

type Release = ReleaseNotes["releases"][number];

/** Releases of one file, newest first: `## version - YYYY-MM-DD` (the date may be missing), then one line per point. */
export function parseReleases(text: string): readonly Release[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [heading = "", ...lines] = part.split("\n");
      const [version = "", date = null] = heading.trim().split(" - ");
      return {
        version,
        date,
        points: lines.filter((line) => line.startsWith("- ")).map((line) => line.slice(2)),
      };
    });
}

const RELEASES: Readonly<Record<PageLanguage, readonly Release[]>> = {
  pt: parseReleases(pt),
  en: parseReleases(en),
  es: parseReleases(es),
};

/** Release notes for users, in their language; the developers' CHANGELOG is not shown. */
export const releaseNotes = (language: PageLanguage): ReleaseNotes => ({
  version: product.version,
  releases: [...RELEASES[language]],
});

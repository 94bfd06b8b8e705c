/** Prints the section of one version of CHANGELOG.md: `bun scripts/changelog-section.ts 0.1.0`. For the release workflow. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The text below the heading of a version; undefined when the changelog has no such section. */
export function sectionOf(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.startsWith(`[${version}]`));
  return section?.split("\n").slice(1).join("\n").trim();
}

if (import.meta.main) {
  const version = process.argv[2] ?? "";
  const changelog = readFileSync(join(import.meta.dir, "../CHANGELOG.md"), "utf8");
  const section = sectionOf(changelog, version);
  console.log(section ?? `CHANGELOG.md has no section [${version}]`);
  process.exitCode = section === undefined ? 1 : 0;
}

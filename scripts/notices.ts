/**
 * Writes THIRD_PARTY_NOTICES.md: every package the product ships, its licence, and the licence texts.
 * With `--check` it writes nothing and fails when the file is out of date.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root, shippedPackages } from "./packages.ts";

const page = join(root, "THIRD_PARTY_NOTICES.md");

function licenceTexts(directory: string): string[] {
  const names = readdirSync(directory).filter((name) => /^(licen[cs]e|copying|notice|third)/i.test(name));
  return names.sort().map((name) => {
    const lines = readFileSync(join(directory, name), "utf8").replaceAll("\r", "").split("\n");
    return lines
      .map((line) => line.trimEnd())
      .join("\n")
      .trim();
  });
}

const packages = shippedPackages();
const byText = new Map<string, string[]>();
for (const { name, version, directory } of packages) {
  for (const text of licenceTexts(directory))
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${version}`]);
}
const content = `# Third-party notices

Made by \`scripts/notices.ts\` from the installed packages; do not edit.

Balcão is under the AGPL-3.0 (see LICENSE). It ships the packages below under their own licences. Because libsignal is under the GPL-3.0, the whole can only be given on under the AGPL-3.0. @breezystack/lamejs (LGPL-3.0) and mediabunny (MPL-2.0) are used unmodified; lamejs stands in a file of its own that the server hands out as it is. The single binary also contains Bun (MIT), with JavaScriptCore of WebKit (LGPL-2.1) and the libraries listed at https://bun.com/docs/project/license.

| Package | Version | Licence |
|---|---|---|
${packages.map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`).join("\n")}

## Licence texts
${[...byText].map(([text, names]) => `\n### ${names.join(", ")}\n\n\`\`\`\`text\n${text}\n\`\`\`\`\n`).join("")}`;

if (!process.argv.includes("--check")) await Bun.write(page, content);
else if (!existsSync(page) || readFileSync(page, "utf8") !== content) {
  console.error("THIRD_PARTY_NOTICES.md is out of date: run bun scripts/notices.ts");
  process.exitCode = 1;
}

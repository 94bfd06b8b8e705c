/**
 * Writes THIRD_PARTY_NOTICES.md: every package the product ships, libraries compiled into them, their licences and the licence
 * texts. A package without a text gets the standard one (`scripts/licences/`), because its licence requires a text.
 * With `--check` it writes nothing and fails when the file is out of date.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { COMPILED_PARTS, root, type ShippedPackage, shippedPackages } from "./packages.ts";

const page = join(root, "THIRD_PARTY_NOTICES.md");

function textOf(path: string): string {
  const lines = readFileSync(path, "utf8").replaceAll("\r", "").split("\n");
  return lines
    .map((line) => line.trimEnd())
    .join("\n")
    .trim();
}

const standardText = (licence: string): string => textOf(join(root, "scripts/licences", `${licence}.txt`));

/** The licence texts of a package: its own, and the standard one where it has none or its own only refers to it. */
function licenceTexts({ directory, license, author }: ShippedPackage): string[] {
  const names = readdirSync(directory).filter((name) => /^(licen[cs]e|copying|notice|third)/i.test(name));
  const own = names.sort().map((name) => textOf(join(directory, name)));
  if (own.length === 0 && license === "MIT")
    return [`Copyright (c) ${author ?? "its authors"}\n\n${standardText(license)}`];
  return own.length === 0 || license.startsWith("LGPL") ? [...own, standardText(license)] : own;
}

const packages = shippedPackages();
const byText = new Map<string, string[]>();
const add = (text: string, name: string) => byText.set(text, [...(byText.get(text) ?? []), name]);
for (const shipped of packages)
  for (const text of licenceTexts(shipped)) add(text, `${shipped.name} ${shipped.version}`);
for (const { name, license } of COMPILED_PARTS) if (license !== "blessing") add(standardText(license), name);
const content = `# Third-party notices

Made by \`scripts/notices.ts\` from the installed packages; do not edit.

Balcão is under the AGPL-3.0 (see LICENSE). It ships the packages below under their own licences. Because libsignal is under the GPL-3.0, the whole can only be given on under the AGPL-3.0. @breezystack/lamejs (LGPL-3.0) and mediabunny (MPL-2.0) are used unmodified; lamejs stands in a file of its own that the server hands out as it is. The single binary also contains Bun (MIT), with JavaScriptCore of WebKit (LGPL-2.1) and the libraries listed at https://bun.com/docs/project/license. Whoever wants another build of one of these libraries in it builds Balcão from its sources.

| Package | Version | Licence |
|---|---|---|
${packages.map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`).join("\n")}

Libraries of other languages that were compiled into them:

| Library | Within | Licence | |
|---|---|---|---|
${COMPILED_PARTS.map(({ name, within, license, copyright }) => `| ${name} | ${within} | ${license} | ${copyright} |`).join("\n")}

## Licence texts
${[...byText].map(([text, names]) => `\n### ${names.join(", ")}\n\n\`\`\`\`text\n${text}\n\`\`\`\`\n`).join("")}`;

if (!process.argv.includes("--check")) await Bun.write(page, content);
else if (!existsSync(page) || readFileSync(page, "utf8") !== content) {
  console.error("THIRD_PARTY_NOTICES.md is out of date: run bun scripts/notices.ts");
  process.exitCode = 1;
}

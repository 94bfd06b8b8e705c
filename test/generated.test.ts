import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import product from "#package.json" with { type: "json" };
import { COMPILED_PARTS, shippedPackages } from "#scripts/packages.ts";

const root = join(import.meta.dir, "..");

/** Generated files in the repository; each script fails with --check when its file is out of date. */
const generators = [
  "scripts/config-docs.ts",
  "scripts/events-docs.ts",
  "scripts/notices.ts",
  "scripts/snapshot-schema.ts",
];

test("every package that ships, compiled-in ones included, is listed with the text of its licence", () => {
  const page = readFileSync(join(root, "THIRD_PARTY_NOTICES.md"), "utf8");
  const headings = page.split("\n").filter((line) => line.startsWith("### "));
  const given = new Set(headings.flatMap((line) => line.slice(4).split(", ")));
  const shipped = shippedPackages().map(({ name, version }) => `${name} ${version}`);
  const compiled = COMPILED_PARTS.filter(({ license }) => license !== "blessing").map(({ name }) => name);
  expect([...shipped, ...compiled].filter((name) => !given.has(name))).toEqual([]);
});

test("the purpose of every package of package.json is in ADR 2", () => {
  const page = readFileSync(join(root, "docs/adr/0002-dependencies.md"), "utf8");
  const packages = { ...product.dependencies, ...product.devDependencies };
  expect(Object.keys(packages).filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test.each(generators)("the committed output of %s is up to date", async (script) => {
  const child = Bun.spawn([process.execPath, script, "--check"], { cwd: root, stderr: "pipe" });
  const complaint = await new Response(child.stderr).text();
  expect(complaint).toBe("");
  expect(await child.exited).toBe(0);
});

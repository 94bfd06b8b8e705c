import { readFileSync } from "node:fs";

/** Reads `NAME=value` lines. Blank lines and lines that begin with # are skipped, quotes around a value removed. Adds errors to `problems`. */
export function readConfigFile(
  file: string,
  isKnown: (name: string) => boolean,
  problems: string[],
): Map<string, string> {
  const values = new Map<string, string>();
  let content: string;
  try {
    content = readFileSync(file, "utf8");
  } catch {
    problems.push(`CONFIG_FILE: ${file} cannot be read`);
    return values;
  }
  for (const [index, raw] of content.split(/\r?\n/).entries()) {
    const line = raw.trim();
    if (line === "" || line.startsWith("#")) continue;
    const [, name, value] = /^([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)$/.exec(line) ?? [];
    const where = `${file} line ${index + 1}`;
    if (name === undefined || value === undefined) problems.push(`${where}: expected NAME=value`);
    else if (!isKnown(name)) problems.push(`${where}: there is no setting ${name}`);
    else if (values.has(name)) problems.push(`${where}: ${name} is set twice`);
    else values.set(name, value.replace(/^(["'])(.*)\1$/, "$2"));
  }
  return values;
}

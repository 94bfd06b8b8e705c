import { existsSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { directoryProblems } from "#cli/data-directory.ts";
import { type Finding, findingsOf } from "./finding.ts";

/** Permissions of the data directory and owners of its files. */
export function* directory(dataDirectory: string): Generator<Finding> {
  const finding = findingsOf("directory");
  for (const problem of directoryProblems(dataDirectory)) {
    const [what = problem, advice = "the server refuses to start until this is corrected"] =
      problem.split(/: (?=\S+ )/);
    yield finding("error", what, advice);
  }
  const { uid } = lstatSync(dataDirectory);
  const strange = [...lowest(dataDirectory)].filter(
    (path) => lstatSync(path, { throwIfNoEntry: false })?.uid !== uid && existsSync(path),
  );
  if (strange[0] !== undefined)
    yield finding(
      "error",
      `${strange.length} files belong to another user than ${dataDirectory}, the first is ${strange[0]}`,
      `chown -R --reference=${dataDirectory} ${dataDirectory}`,
    );
}

/** Files of the directory and of each company's directory; deeper ones are created by the same process. */
function* lowest(dataDirectory: string): Generator<string> {
  const companies = join(dataDirectory, "companies");
  for (const name of readdirSync(dataDirectory)) yield join(dataDirectory, name);
  for (const id of existsSync(companies) ? readdirSync(companies) : [])
    for (const name of readdirSync(join(companies, id))) yield join(companies, id, name);
}

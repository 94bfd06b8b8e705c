import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** A database that may contain secrets. */
export interface SealedFile {
  readonly path: string;
  /** Its name in reports and in the stored progress. */
  readonly name: string;
  readonly kind: "database" | "session";
}

/** Every file of an installation that may hold secrets: the system file, companies, those in the bin, linked numbers. */
export function* sealedFiles(dataDirectory: string): Generator<SealedFile> {
  const system = join(dataDirectory, "system.sqlite");
  if (existsSync(system)) yield { path: system, name: "system.sqlite", kind: "database" };
  for (const place of ["companies", "bin"])
    for (const id of numbersIn(join(dataDirectory, place))) yield* ofCompany(dataDirectory, `${place}/${id}`);
}

function* ofCompany(dataDirectory: string, name: string): Generator<SealedFile> {
  const directory = join(dataDirectory, name);
  const path = join(directory, "company.sqlite");
  if (existsSync(path)) yield { path, name: `${name}/company.sqlite`, kind: "database" };
  for (const id of numbersIn(join(directory, "sessions"))) {
    const session = join(directory, "sessions", id, "session.sqlite");
    if (existsSync(session))
      yield { path: session, name: `${name}/sessions/${id}/session.sqlite`, kind: "session" };
  }
}

const numbersIn = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /^\d+$/.test(name))
        .sort((a, b) => Number(a) - Number(b))
    : [];

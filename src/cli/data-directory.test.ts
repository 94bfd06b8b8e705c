import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nextCompanyId } from "#tenants/company-folder.ts";
import { cellNotice, directoryProblems, withInstallation } from "./data-directory.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "balcao-directory-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

describe("data directory", () => {
  test("a private, empty or missing directory is accepted", () => {
    expect(directoryProblems(directory)).toEqual([]);
    expect(directoryProblems(join(directory, "missing"))).toEqual([]);
  });

  test.each([0o755, 0o701, 0o777, 0o704])("a directory open to others (mode %o) is rejected", (mode) => {
    chmodSync(directory, mode);
    expect(directoryProblems(directory)).toEqual([expect.stringContaining(`chmod 700 ${directory}`)]);
  });

  test("a directory whose key others can read is rejected", () => {
    const key = join(directory, "secret.key");
    writeFileSync(key, "k", { mode: 0o640 });
    expect(directoryProblems(directory)).toEqual([expect.stringContaining("chmod 600")]);
    chmodSync(key, 0o600);
    expect(directoryProblems(directory)).toEqual([]);
  });

  test("a directory with a symbolic link at any depth is rejected", () => {
    const deep = join(directory, "companies/1/sessions/3");
    mkdirSync(deep, { recursive: true });
    symlinkSync("/etc/passwd", join(deep, "session.sqlite"));
    symlinkSync("/", join(directory, "companies/2"));
    mkdirSync(join(directory, "companies/1/media"));
    symlinkSync("/", join(directory, "companies/1/media/2026-11"));
    const problems = directoryProblems(directory);
    expect(problems).toHaveLength(3);
    expect(problems.join()).toContain("session.sqlite is a symbolic link");
  });

  test("a file in place of the directory is rejected", () => {
    const file = join(directory, "file");
    writeFileSync(file, "");
    expect(directoryProblems(file)).toEqual([expect.stringContaining("not a directory")]);
  });
});

describe("where a command creates companies", () => {
  test("a command names the cell of its files in a cluster, and nothing on one machine", () => {
    expect(cellNotice({ clusterNatsUrls: null, clusterCell: 1 })).toBeNull();
    expect(cellNotice({ clusterNatsUrls: ["tls://10.0.0.1:4222"], clusterCell: 2 })).toContain("cell 2");
  });

  test("companies that a command creates on the files of cell 2 have ids of cell 2", async () => {
    const { DATA_DIR, CLUSTER_CELL } = process.env;
    process.env["DATA_DIR"] = join(directory, "cell-2");
    process.env["CLUSTER_CELL"] = "2";
    try {
      const id = await withInstallation(
        ({ system, dataDirectory, cells }) => nextCompanyId(system, dataDirectory, cells.own),
        { mayBegin: true },
      );
      expect(id).toBe(2_000_000);
    } finally {
      if (DATA_DIR === undefined) delete process.env["DATA_DIR"];
      else process.env["DATA_DIR"] = DATA_DIR;
      if (CLUSTER_CELL === undefined) delete process.env["CLUSTER_CELL"];
      else process.env["CLUSTER_CELL"] = CLUSTER_CELL;
    }
  });
});

import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { debianRoot, PATH } from "./root.ts";

const ENV = { PATH, HOME: "/root", DEBIAN_FRONTEND: "noninteractive" };
const run = (program: string, ...words: readonly string[]) =>
  spawnSync(program, words, { env: ENV, encoding: "utf8" });

/**
 * A directory above the downloaded Debian with packages that `script` installs, made once per computer. Returns the directory, or
 * why it could not be made.
 */
export function withPackages(
  name: string,
  script: string,
): { readonly path: string } | { readonly why: string } {
  const path = `${debianRoot()}-${name}`;
  if (existsSync(path)) return { path };
  const [upper, work, root] = ["new", "work", "root"].map((part) => `${path}.${part}`) as [
    string,
    string,
    string,
  ];
  for (const folder of [upper, work, root]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  const layers = `lowerdir=${debianRoot()},upperdir=${upper},workdir=${work}`;
  run("mount", "-t", "overlay", "overlay", "-o", layers, root);
  try {
    copyFileSync("/etc/resolv.conf", `${root}/etc/resolv.conf`);
    run("mount", "-t", "proc", "proc", `${root}/proc`);
    // The clock of this computer may be wrong.
    writeFileSync(`${root}/etc/apt/apt.conf.d/99-any-clock`, 'Acquire::Check-Valid-Until "false";\n');
    // Services are not started while packages are installed.
    Bun.spawnSync([
      "sh",
      "-c",
      `printf '#!/bin/sh\\nexit 101\\n' > ${root}/usr/sbin/policy-rc.d; chmod 755 ${root}/usr/sbin/policy-rc.d`,
    ]);
    const made = run("chroot", root, "sh", "-ec", script);
    if (made.status !== 0)
      return { why: `packages could not be installed: ${made.stdout.slice(-500)}${made.stderr}` };
    for (const left of ["usr/sbin/policy-rc.d", "etc/resolv.conf"])
      rmSync(`${root}/${left}`, { force: true });
  } finally {
    run("umount", `${root}/proc`);
    run("umount", "--lazy", root);
  }
  renameSync(upper, path);
  rmSync(work, { recursive: true, force: true });
  rmSync(root, { recursive: true, force: true });
  return { path };
}

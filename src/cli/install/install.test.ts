import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { loadConfig } from "#config.ts";
import { installSteps, uninstallSteps } from "./plan.ts";
import { configText, type Places, placesBelow, unitText } from "./unit.ts";

let root: string;
let places: Places;
let binary: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "balcao-install-"));
  places = placesBelow(root);
  binary = join(root, "balcao-new");
  writeFileSync(binary, "first release");
});
afterEach(() => rmSync(root, { recursive: true }));

/** A machine that records its commands. */
function machine() {
  const told: string[] = [];
  const state = new Set<string>();
  const run = (words: readonly string[]): boolean => {
    const line = words.join(" ");
    if (line.startsWith("getent")) return state.has("user");
    if (line.includes("is-enabled")) return state.has("enabled");
    if (line.includes("is-active")) return state.has("active");
    told.push(words.slice(0, 2).join(" "));
    if (words[0] === "useradd") state.add("user");
    if (words[1] === "enable") state.add("enabled");
    if (words[1] === "restart") state.add("active");
    if (words[1] === "disable") state.clear();
    return true;
  };
  const install = (url: string | null = null, tls: string | null = null) => {
    told.length = 0;
    for (const { act } of installSteps({
      places,
      binary,
      reached: { url, tls, email: null },
      start: true,
      run,
    }))
      act();
    return [...told];
  };
  return { run, install, told };
}

describe("installed service", () => {
  test("the installed service gets its own user, a private configuration and a unit, and is started", () => {
    expect(machine().install("https://atendimento.example.com")).toEqual([
      "useradd --system",
      "chgrp balcao",
      "systemctl daemon-reload",
      "systemctl enable",
      "systemctl restart",
    ]);
    expect(readFileSync(places.program, "utf8")).toBe("first release");
    expect([places.program, places.config, places.unit].map((path) => statSync(path).mode & 0o777)).toEqual([
      0o755, 0o640, 0o644,
    ]);
    // The program can load the written configuration.
    expect(loadConfig({ CONFIG_FILE: places.config })).toMatchObject({
      dataDir: places.data,
      publicUrl: "https://atendimento.example.com",
      host: "127.0.0.1",
      trustedProxies: ["127.0.0.1", "::1"],
    });
  });

  test("a service with its own TLS may open ports 80 and 443 and has no other privilege", () => {
    const { install } = machine();
    install(null, "atendimento.example.com");
    expect(loadConfig({ CONFIG_FILE: places.config })).toMatchObject({
      port: 443,
      tlsDomains: ["atendimento.example.com"],
      publicUrl: "https://atendimento.example.com",
    });
    expect(readFileSync(places.unit, "utf8")).toContain("AmbientCapabilities=CAP_NET_BIND_SERVICE\n");
    // The operator may change the file: without own TLS the service loses the right to use low ports.
    writeFileSync(places.config, "DATA_DIR=/var/lib/balcao\n");
    expect(install()).toEqual(["systemctl daemon-reload", "systemctl restart"]);
    expect(readFileSync(places.unit, "utf8")).toContain("AmbientCapabilities=\n");
  });

  test("a second install changes nothing; an install of a newer binary replaces the program and restarts it", () => {
    const { install } = machine();
    install();
    expect(install()).toEqual([]);
    writeFileSync(places.config, "DATA_DIR=/elsewhere\n");
    writeFileSync(binary, "second release");
    expect(install()).toEqual(["systemctl restart"]);
    expect(readFileSync(places.program, "utf8")).toBe("second release");
    expect(readFileSync(places.config, "utf8")).toBe("DATA_DIR=/elsewhere\n");
  });

  test("uninstall removes the service and keeps the conversations", () => {
    const { install, run, told } = machine();
    install();
    mkdirSync(places.data, { recursive: true });
    told.length = 0;
    for (const { act } of uninstallSteps({ places, run })) act();
    expect(told).toEqual(["systemctl disable", "systemctl daemon-reload"]);
    expect([places.program, places.unit, places.config, places.data].map((path) => existsSync(path))).toEqual(
      [false, false, true, true],
    );
    expect(uninstallSteps({ places, run })).toEqual([]);
  });

  test("cells of one machine share program and template unit, and have data and configuration of their own", () => {
    const { run, told } = machine();
    const steps = (cell: number) => {
      told.length = 0;
      const reached = { url: null, tls: null, email: null };
      const wish = { places: placesBelow(root, cell), binary, reached, start: false, run };
      for (const { act } of installSteps(wish)) act();
      return [...told];
    };
    expect(steps(2)).toContain("systemctl enable");
    expect(steps(3)).toEqual(["chgrp balcao", "install -d"]);
    const { unit, config } = placesBelow(root, 3);
    const text = readFileSync(unit, "utf8");
    expect(unit).toEndWith("/balcao@.service");
    expect(text).toContain(`Environment=CONFIG_FILE=${root}/etc/balcao/cell-%i.conf\n`);
    expect(text).toContain(`Environment=BUN_TMPDIR=${root}/var/lib/balcao-%i/tmp\n`);
    expect(text).toContain("StateDirectory=balcao-%i balcao-%i/tmp\n");
    expect(text).toBe(unitText(placesBelow(root, 12)));
    expect(loadConfig({ CONFIG_FILE: config })).toMatchObject({
      clusterCell: 3,
      port: 3002,
      dataDir: join(root, "var/lib/balcao-3"),
    });
    told.length = 0;
    for (const { act } of uninstallSteps({ places: placesBelow(root, 3), run })) act();
    expect(told).toEqual(["systemctl disable"]);
    expect([unit, config].map((path) => existsSync(path))).toEqual([true, true]);
  });

  test("a dry run of install prints the steps and changes nothing", () => {
    const main = join(import.meta.dir, "../../main.ts");
    const say = (...args: string[]) =>
      spawnSync(process.execPath, [main, "install", ...args], {
        encoding: "utf8",
        env: { PATH: "/usr/bin:/bin" },
      });
    const { status, stdout } = say("--systemd", "--dry-run", "--root", root);
    expect([status, stdout.includes(`would write ${places.unit}`)]).toEqual([0, true]);
    expect(stdout).toContain("ProtectSystem=strict");
    expect(existsSync(dirname(places.unit))).toBe(false);
    expect(say("--dry-run")).toMatchObject({ status: 1, stderr: expect.stringContaining("--systemd") });
    expect(say("--systemd", "--url", "ftp:/x", "--dry-run").status).toBe(1);
  });
});

describe("systemd unit", () => {
  test("the systemd unit permits the JavaScript compiler and unpacks into a writable folder", () => {
    const text = unitText(placesBelow("/"));
    expect(text).not.toMatch(/^MemoryDenyWriteExecute/m);
    expect(text).toContain("Environment=BUN_TMPDIR=/var/lib/balcao/tmp");
    expect(text).toContain("StateDirectory=balcao balcao/tmp");
    expect(text).toContain("LimitNOFILE=65536");
    expect(configText(placesBelow("/"), { url: null, tls: null, email: null })).toContain(
      "DATA_DIR=/var/lib/balcao\n",
    );
  });

  const hasSystemd = Bun.which("systemd-analyze") !== null;
  test.skipIf(!hasSystemd)("the systemd unit passes the verification and security check of systemd", () => {
    // systemd checks that the program of the unit exists.
    const unit = join(root, "balcao.service");
    writeFileSync(unit, unitText({ ...placesBelow("/"), program: process.execPath }));
    const verified = spawnSync("systemd-analyze", ["verify", "--recursive-errors=no", unit], {
      encoding: "utf8",
    });
    expect(verified.stderr.split("\n").filter((line) => line.includes("balcao"))).toEqual([]);
    expect(verified.status).toBe(0);
    // Exposure from 0 to 100; what remains is network access, and writable executable memory for the JavaScript
    // compiler.
    const judged = spawnSync("systemd-analyze", ["security", "--offline=true", "--threshold=20", unit], {
      encoding: "utf8",
    });
    expect([judged.status, /exposure level[^:]*: ([\d.]+)/.exec(judged.stdout)?.[1]]).toEqual([
      0,
      expect.any(String),
    ]);
  });
});

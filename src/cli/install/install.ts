import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { type Command, CommandError, UsageError } from "#cli/command.ts";
import { argsOf } from "#cli/options.ts";
import { loadConfig } from "#config.ts";
import { ownCommand } from "#platform/process/own-command.ts";
import { installSteps, type Run, uninstallSteps } from "./plan.ts";
import type { Step } from "./step.ts";
import { configText, type Places, placesBelow, type Reached, unitText, wantsLowPorts } from "./unit.ts";

const OPTIONS = {
  systemd: { type: "boolean", default: false },
  "dry-run": { type: "boolean", default: false },
  "no-start": { type: "boolean", default: false },
  url: { type: "string" },
  tls: { type: "string" },
  email: { type: "string" },
  root: { type: "string" },
  cell: { type: "string" },
} as const;
type Values = ReturnType<typeof read>;

const read = (args: readonly string[]) => {
  const values = argsOf(args, { options: OPTIONS }).values;
  if (!values.systemd) throw new UsageError("--systemd is required: no other kind of service is supported");
  if (values.url !== undefined && URL.parse(values.url)?.origin !== values.url.replace(/\/$/, ""))
    throw new CommandError(`${values.url} is not an address such as https://atendimento.example.com`);
  if (values.url !== undefined && values.tls !== undefined)
    throw new CommandError("--url is for a proxy, --tls for the server's own TLS: use one of them");
  const cell = cellOf(values);
  const places = placesBelow(values.root ?? "/", cell);
  return { ...values, places, reached: reachedBy(values) };
};

/** The cell of `--cell`; null without it. Throws CommandError. */
function cellOf({ cell, url, tls }: { cell?: string; url?: string; tls?: string }): number | null {
  if (cell === undefined) return null;
  if (!/^[1-9]\d{0,2}$/.test(cell)) throw new CommandError(`--cell ${cell} is not a number from 1 to 999`);
  if (url !== undefined || tls !== undefined)
    throw new CommandError(
      "--cell needs a proxy in front of all machines: set PUBLIC_URL in its configuration",
    );
  return Number(cell);
}

/** How the program is reached, from the options. Throws CommandError when the program would not start with them. */
function reachedBy(values: { url?: string; tls?: string; email?: string }): Reached {
  const { url, tls = null, email = null } = values;
  try {
    if (tls !== null) loadConfig({ TLS_DOMAIN: tls, ...(email !== null && { TLS_EMAIL: email }) });
  } catch (error) {
    throw new CommandError((error as Error).message);
  }
  return { url: url?.replace(/\/$/, "") ?? null, tls, email };
}

export const install: Command = {
  usage:
    "--systemd [--cell <number> | --url https://… | --tls <name> [--email <address>]] [--dry-run] [--no-start] [--root <folder>]",
  summary:
    "Install this binary as a service of the machine: user, directory, configuration, hardened unit; run it again to upgrade",
  run(args) {
    const values = read(args);
    const { places, reached } = values;
    const [binary = "", ...source] = ownCommand();
    if (source.length > 0 && !values["dry-run"])
      throw new CommandError(
        "only the built binary can be installed: npm run build, then dist/balcao install --systemd",
      );
    // The configuration of a cell has to be completed first.
    const start = !values["no-start"] && places.cell === null;
    const steps = installSteps({ places, binary, reached, start, run: runOf(values) });
    if (values["dry-run"]) show(places, reached);
    carryOut(steps, values);
    if (values.root === undefined) hint(places);
    return 0;
  },
};

export const uninstall: Command = {
  usage: "--systemd [--cell <number>] [--dry-run] [--root <folder>]",
  summary: "Remove that service; conversations, configuration and user stay",
  run(args) {
    const values = read(args);
    const { places } = values;
    carryOut(uninstallSteps({ places, run: runOf(values) }), values);
    console.log(
      `${places.data}, ${places.config} and the user were kept; remove them by hand if you do not need them`,
    );
    return 0;
  },
};

function carryOut(steps: readonly Step[], values: Values): void {
  const isDry = values["dry-run"];
  if (!isDry && values.root === undefined && process.getuid?.() !== 0)
    throw new CommandError("this needs root: sudo balcao …; --dry-run shows the steps without it");
  // Some files must be readable for others (program, unit); each file has its own mode.
  process.umask(0o022);
  for (const { what, act } of steps) {
    console.log(isDry ? `would ${what}` : what);
    if (isDry) continue;
    try {
      act();
    } catch (error) {
      throw new CommandError((error as Error).message);
    }
  }
  if (steps.length === 0) console.log("nothing to do: everything is installed");
}

const QUESTIONS = ["is-enabled", "is-active", "passwd"];

const runOf = (values: Values): Run | null =>
  values.root === undefined
    ? ([program = "", ...args]) => {
        // Checks for missing users or services print errors that are expected here.
        const problems = QUESTIONS.some((word) => args[0] === word) ? "ignore" : "inherit";
        return spawnSync(program, args, { stdio: ["ignore", "ignore", problems] }).status === 0;
      }
    : null;

function show(places: Places, reached: Reached): void {
  const settings = existsSync(places.config)
    ? readFileSync(places.config, "utf8")
    : configText(places, reached);
  const unit = unitText(places, wantsLowPorts(settings));
  console.log(`# ${places.unit}\n${unit}\n# ${places.config}\n${configText(places, reached)}`);
}

function hint({ config, service, cell }: Places): void {
  console.log(
    cell === null
      ? 'link of the first start: journalctl -u balcao | grep "First run"'
      : `complete ${config}, then: systemctl start ${service}`,
  );
  console.log(`other commands: sudo -u balcao CONFIG_FILE=${config} balcao doctor`);
}

import { existsSync, readFileSync } from "node:fs";
import { copyStep, fileStep, removeStep, type Step } from "./step.ts";
import { configText, type Places, type Reached, USER, unitText, wantsLowPorts } from "./unit.ts";

/** Runs a program of the machine; returns whether it succeeded. */
export type Run = (command: readonly string[]) => boolean;

export interface Wish {
  readonly places: Places;
  /** The binary to install. */
  readonly binary: string;
  /** How browsers reach the server, for the first configuration file. */
  readonly reached: Reached;
  /** Start the service, or restart it after a change. */
  readonly start: boolean;
  /** Runs commands that change users and services; null below another root. */
  readonly run: Run | null;
}

/** The remaining steps to run Balcão as a service; empty when it is installed. */
export function installSteps({ places, binary, reached, start, run }: Wish): readonly Step[] {
  const { service } = places;
  const settings = existsSync(places.config)
    ? readFileSync(places.config, "utf8")
    : configText(places, reached);
  const unit = fileStep(places.unit, unitText(places, wantsLowPorts(settings)), 0o644);
  const program = copyStep(binary, places.program, 0o755);
  const config = existsSync(places.config) ? null : fileStep(places.config, settings, 0o640);
  const hasUser = run === null || run(["getent", "passwd", USER]);
  const changed = unit !== null || program !== null;
  return [
    hasUser ? null : command(run, addUser(places)),
    program,
    config,
    config && command(run, ["chgrp", USER, places.config]),
    // Commands of the operator come before the first start of a cell, at which systemd would make it.
    places.cell === null || existsSync(places.data)
      ? null
      : command(run, ["install", "-d", "-m", "700", "-o", USER, "-g", USER, places.data]),
    unit,
    unit && command(run, ["systemctl", "daemon-reload"]),
    run?.(["systemctl", "is-enabled", "--quiet", service])
      ? null
      : command(run, ["systemctl", "enable", service]),
    start && (changed || !run?.(["systemctl", "is-active", "--quiet", service]))
      ? command(run, ["systemctl", "restart", service])
      : null,
  ].filter((step) => step !== null);
}

/**
 * Removes the service; conversations, configuration and the user stay. That of one cell leaves the program and the unit to the
 * others.
 */
export function uninstallSteps({ places, run }: Pick<Wish, "places" | "run">): readonly Step[] {
  const { service, cell } = places;
  if (cell !== null) {
    const isEnabled = run?.(["systemctl", "is-enabled", "--quiet", service]);
    const disable = isEnabled ? command(run, ["systemctl", "disable", "--now", service]) : null;
    return disable ? [disable] : [];
  }
  const unit = removeStep(places.unit);
  return [
    unit && command(run, ["systemctl", "disable", "--now", "balcao"]),
    unit,
    unit && command(run, ["systemctl", "daemon-reload"]),
    removeStep(places.program),
  ].filter((step) => step !== null);
}

const addUser = ({ data }: Places) => [
  "useradd",
  "--system",
  "--user-group",
  "--no-create-home",
  "--home-dir",
  data,
  "--shell",
  "/usr/sbin/nologin",
  USER,
];

function command(run: Run | null, words: readonly string[]): Step | null {
  if (run === null) return null;
  return {
    what: words.join(" "),
    act() {
      if (!run(words)) throw new Error(`${words.join(" ")} failed`);
    },
  };
}

/**
 * Writes docs/events.md: for each event, the listeners in the order in which they run, within the transaction and after the
 * commit. With `--check` it writes nothing and fails when the page is out of date.
 */
import { join, relative } from "node:path";
import { features } from "#features.ts";
import type { EventType } from "#platform/events/define-event.ts";
import { OutboundPort } from "#platform/outbound/client.ts";
import type { Installation } from "#tenants/installation.ts";
import { testInstallation } from "#test/helpers/installation.ts";

const root = join(import.meta.dir, "..");
const page = join(root, "docs/events.md");

type Listeners = { readonly within: string[]; readonly after: string[]; readonly broadcast: string[] };

/** The file that adds a listener: the first frame outside the bus. */
function listeningFile(): string {
  const frames = (new Error().stack ?? "")
    .split("\n")
    .flatMap((line) => /\(?(\/[^():]+\.ts):\d+/.exec(line)?.[1] ?? []);
  const file = frames.find((path) => !path.includes("/scripts/") && !path.includes("/platform/events/"));
  return relative(root, file ?? "");
}

/** Event → its listeners, as the features add them when the product starts. */
function collectListeners(installation: Installation): Map<string, Listeners> {
  const events = new Map<string, Listeners>();
  const add = (kind: keyof Listeners) => (type: EventType<unknown>) => {
    const listeners = events.get(type.name) ?? { within: [], after: [], broadcast: [] };
    events.set(type.name, listeners);
    const file = listeningFile();
    if (!listeners[kind].includes(file)) listeners[kind].push(file);
  };
  const recording = Object.create(installation, {
    bus: { value: { ...installation.bus, within: add("within"), after: add("after") } },
    live: { value: { after: add("broadcast") } },
  }) as Installation;
  for (const feature of features) feature.listen?.(recording);
  return events;
}

function pageOf(events: ReadonlyMap<string, Listeners>): string {
  const cell = (files: readonly string[]) =>
    files.map((file) => `\`${file.replace(/^src\//, "")}\``).join("<br>") || "–";
  const rows = [...events]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(
      ([name, { within, after, broadcast }]) =>
        `| \`${name}\` | ${cell(within)} | ${cell(after)} | ${cell(broadcast)} |`,
    );
  return `# Events

After this page you know which files react to an event, and in which order. Listeners within the transaction may write, and may refuse
it by throwing an error. Listeners after the commit cannot fail the action. They run in the order of \`src/features.ts\`.
Broadcasts are sent to browsers, only while the company has an open socket. Paths are relative to \`src/\`.
\`bun scripts/events-docs.ts\` generates this page from the running features.

| Event | Within the transaction | After the commit | Broadcast to browsers |
|---|---|---|---|
${rows.join("\n")}
`;
}

const world = testInstallation();
world.installation.ports.plug(OutboundPort, {
  request: () => Promise.reject(new Error("no network here")),
} as never);
const after = pageOf(collectListeners(world.installation));
world.close();
const before = (await Bun.file(page).exists()) ? await Bun.file(page).text() : "";
if (!process.argv.includes("--check")) await Bun.write(page, after);
else if (after !== before) {
  console.error("docs/events.md is out of date: run bun scripts/events-docs.ts");
  process.exitCode = 1;
}

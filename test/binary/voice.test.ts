import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { recording } from "#channels/media/testing.ts";
import { compile, targetNamed } from "#scripts/compile-plugins.ts";

const directory = mkdtempSync(join(tmpdir(), "balcao-voice-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test("voice notes are converted in a thread inside a compiled program", async () => {
  const program = join(directory, "probe");
  const entry = join(import.meta.dir, "voice-probe.ts");
  const target = targetNamed(`linux-${process.arch}`);
  await compile({ entry, outfile: program, target, web: { files: [], outputs: {} } });
  await Bun.write(join(directory, "a.mp3"), recording(1));
  const child = Bun.spawn([program, "a.mp3", "a.ogg"], { cwd: directory, stdout: "pipe", stderr: "inherit" });
  expect(await new Response(child.stdout).json()).toMatchObject({ seconds: 1 });
  expect(await Bun.file(join(directory, "a.ogg")).slice(0, 4).text()).toBe("OggS");
}, 120_000);

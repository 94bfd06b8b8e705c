import type { FileToCheck } from "#accounts/companies/index.ts";
import type { CopyTask } from "#cluster/snapshot/copy-process.ts";
import type { SnapshotTask } from "#cluster/snapshot/snapshot-process.ts";
import type { Task } from "#operations/backups/index.ts";
import { lowerPriority } from "#platform/process/lower-priority.ts";
import type { Command } from "./command.ts";

/*
 * Subcommands that the server runs in a separate process. Each loads only the code of its task: the process that reads
 * a spreadsheet has a memory limit.
 */

/** Makes a backup or an export, or opens an archive. */
export const archiveWork: Command = {
  usage: "",
  summary: "Used by the server itself: make a backup or an export, open an archive",
  async run() {
    const { runTask } = await import("#operations/backups/index.ts");
    const { withStoredMedia } = await import("./stored-media.ts");
    const task = JSON.parse(await Bun.stdin.text()) as Task;
    return runTask(task, (told) => console.log(JSON.stringify(told)), withStoredMedia);
  },
};

/** Copies the files of the data directory into the continuous archive. */
export const archiveCopy: Command = {
  usage: "",
  summary: "Used by the server itself: copy the files into the continuous archive",
  async run() {
    const { runCopy } = await import("#cluster/snapshot/copy-process.ts");
    lowerPriority();
    console.log(JSON.stringify(await runCopy(JSON.parse(await Bun.stdin.text()) as CopyTask)));
    return 0;
  },
};

/** Copies the files of a node into the snapshots of the cluster, or checks a snapshot. */
export const clusterSnapshot: Command = {
  usage: "",
  summary: "Used by the server itself: take or check a snapshot of a cluster",
  async run() {
    const { runSnapshotTask } = await import("#cluster/snapshot/snapshot-process.ts");
    lowerPriority();
    console.log(JSON.stringify(await runSnapshotTask(JSON.parse(await Bun.stdin.text()) as SnapshotTask)));
    return 0;
  },
};

/** Hashes the databases of a running owner for its standbys. */
export const clusterHash: Command = {
  usage: "",
  summary: "Used by the server itself: hash the databases of the owner of a cell",
  async run([directory = ""]) {
    const { answerHashRequests } = await import("#cluster/snapshot/hash-process.ts");
    lowerPriority();
    await answerHashRequests(directory, (line) => console.log(line));
    return 0;
  },
};

/** Checks database files after an unclean shutdown. */
export const checkFilesCommand: Command = {
  usage: "",
  summary: "Used by the server itself: check database files after an unclean shutdown",
  async run() {
    const { checkFiles } = await import("#accounts/companies/index.ts");
    checkFiles(JSON.parse(await Bun.stdin.text()) as FileToCheck[], (checked) =>
      console.log(JSON.stringify(checked)),
    );
    return 0;
  },
};

/** Converts an uploaded spreadsheet into rows. */
export const readSheetCommand: Command = {
  usage: "<input> <output> <room>",
  summary: "Used by the server itself: convert a spreadsheet into rows",
  async run([input, output, room]) {
    if (!input || !output || !room) return 2;
    const { readSheet } = await import("#outreach/contact-imports/index.ts");
    console.log(JSON.stringify(await readSheet(input, output, Number(room))));
    return 0;
  },
};

/** Writes a spreadsheet from rows. */
export const writeSheetCommand: Command = {
  usage: "<input> <output>",
  summary: "Used by the server itself: write rows into a spreadsheet",
  async run([input, output]) {
    if (!input || !output) return 2;
    const { writeSheet } = await import("#inbox/reports/index.ts");
    lowerPriority();
    await writeSheet(input, output);
    return 0;
  },
};

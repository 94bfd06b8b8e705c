/** Outcome of the import of one table, in rows. */
export interface Tally {
  read: number;
  created: number;
  /** Rows that existed before the import, found by name, number or id. */
  matched: number;
  updated: number;
  unchanged: number;
  skipped: number;
}

/** Reasons why rows were skipped or changed, each with a few examples. */
interface Problem {
  readonly table: string;
  /** Code of the reason; `REASONS` has the sentence. */
  readonly reason: string;
  count: number;
  readonly examples: { readonly id: string; readonly detail?: string }[];
}

export interface CompanyReport {
  readonly externalId: string;
  companyId: number | null;
  name: string;
  readonly tables: Record<string, Tally>;
  readonly problems: Problem[];
  /** Limits of the plan that the company exceeds after the import. */
  readonly overPlan: string[];
}

/** The result of a run. */
export interface ImportReport {
  readonly source: string;
  readonly dryRun: boolean;
  state: "done" | "cancelled";
  readonly installation: { readonly tables: Record<string, Tally>; readonly problems: Problem[] };
  readonly companies: CompanyReport[];
  /** Number of rows of tables that are not imported. */
  ignoredTables: Record<string, number>;
  /** Columns that are not known, by table. */
  ignoredColumns: Record<string, readonly string[]>;
  /** Number of rows without a company, by table. */
  orphans: Record<string, number>;
  misshapen: Record<string, number>;
  /** Rows with characters that could not be read, by table. */
  garbled: Record<string, number>;
  files: { copied: number; shared: number; missing: number; bytes: number };
  seconds: number;
}

const MAX_EXAMPLES = 20;

export type Notes = Pick<CompanyReport, "tables" | "problems">;

export function tallyOf({ tables }: Notes, table: string): Tally {
  tables[table] ??= { read: 0, created: 0, matched: 0, updated: 0, unchanged: 0, skipped: 0 };
  return tables[table];
}

/** Records a reason; the first rows of each table and reason are kept as examples. */
export function note(notes: Notes, table: string, reason: Reason, id: string, detail?: string): void {
  let problem = notes.problems.find((known) => known.table === table && known.reason === reason);
  if (!problem) {
    problem = { table, reason, count: 0, examples: [] };
    notes.problems.push(problem);
  }
  problem.count += 1;
  if (problem.examples.length < MAX_EXAMPLES)
    problem.examples.push(detail === undefined ? { id } : { id, detail: detail.slice(0, 120) });
}

/** Text of every reason for the operator. */
const REASONS = {
  no_parent: "belongs to a row that did not come over",
  no_name: "has no name",
  no_number: "has no phone number that could be one",
  other_channel: "is of a channel whose contacts cannot be told apart here",
  same_person: "is the same person as another contact",
  no_email: "has no e-mail",
  email_in_use: "came over, but the e-mail signs somebody else in: give the person another one",
  new_password: "came over, but needs a new password",
  not_super: "came over without the rights of a super user",
  color_changed: "came over with another colour: its own was in use",
  renamed: "came over under another name: its own was in use",
  link_again: "came over; link it again in Conexões",
  no_connection: "came over on another connection: its own is gone",
  second_open: "came over closed: the contact has another open ticket on that connection",
  unknown_status: "came over waiting: its status is not known here",
  changed_here: "was changed here since the last time and stays",
  removed_here: "was removed here since the last time and stays away",
  repeated: "is a message that is here already",
  no_file: "came over without its file, which is not in the media folder",
  past: "is over already",
  no_rate: "is no rating from 1 to 3",
  already_rated: "rates an attendance that has a rating",
  no_key: "is a setting without its like here",
  bad_value: "has a value that does not fit",
  repeated_key: "is there twice under the same key",
  failed: "could not be stored",
} as const;
export type Reason = keyof typeof REASONS;

const FIELDS = ["read", "created", "matched", "updated", "unchanged", "skipped"] as const;

/** The report as text for a terminal. */
export function describeReport(report: ImportReport): string {
  const lines: string[] = [];
  const notes = (title: string, { tables, problems }: Notes) => {
    lines.push("", title);
    if (Object.keys(tables).length > 0)
      lines.push(["", ...FIELDS].map((word, at) => (at === 0 ? "".padEnd(20) : word.padStart(10))).join(""));
    for (const [name, tally] of Object.entries(tables))
      lines.push(`  ${name.padEnd(18)}${FIELDS.map((field) => String(tally[field]).padStart(10)).join("")}`);
    for (const { table, reason, count, examples } of problems) {
      const which = examples.slice(0, 5).map(({ id, detail }) => (detail ? `${id} (${detail})` : id));
      const more = count > which.length ? " …" : "";
      lines.push(`  ${table}: ${count} ${REASONS[reason as Reason] ?? reason}: ${which.join(", ")}${more}`);
    }
  };
  if (Object.keys(report.installation.tables).length > 0) notes("installation", report.installation);
  for (const company of report.companies) {
    const here = company.companyId === null ? "" : `, company ${company.companyId} here`;
    notes(`${company.name}${here}`, company);
    for (const limit of company.overPlan) lines.push(`  over the plan: ${limit}`);
  }
  lines.push("");
  const { copied, shared, missing } = report.files;
  lines.push(`files: ${copied} copied, ${shared} the same as another, ${missing} missing`);
  const list = (title: string, entries: readonly string[]) => {
    if (entries.length > 0) lines.push(`${title}: ${entries.join(", ")}`);
  };
  const counted = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts).map(([name, n]) => `${name} (${n})`);
  list("not brought over", counted(report.ignoredTables));
  list(
    "columns not used",
    Object.entries(report.ignoredColumns).map(([table, names]) => `${table}: ${names.join(" ")}`),
  );
  list("rows that belong to no company", counted(report.orphans));
  list("rows with more or fewer values than their table has columns", counted(report.misshapen));
  list(
    "rows with letters that could not be read (dump it again in UTF-8: pg_dump -E UTF8, mysqldump --default-character-set=utf8mb4)",
    counted(report.garbled),
  );
  lines.push(
    report.state === "cancelled"
      ? `stopped after ${report.seconds} s; run the same command again and it goes on`
      : `${report.dryRun ? "dry run, nothing was changed; " : ""}${report.seconds} s`,
  );
  return lines.join("\n").trimStart();
}

/**
 * Checks the subjects of commits: `bun scripts/commit-messages.ts origin/main..HEAD`, or of one message file, as the hook
 * `.githooks/commit-msg` does. Prints rejected subjects and exits with 1.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const MAX_CHARACTERS = 72;
/** First words that show that a subject is not in the imperative. */
const NOT_IMPERATIVE =
  /^(?:the|a|an|what|who|where|when|it|this|that|there|some|no|one|each|every|(?:add|fix|updat|chang|remov)(?:ed|es|s|ing))\b/i;

/** Why the subject of a commit is rejected; empty when it is accepted. */
export function problemsOf(subject: string): readonly string[] {
  if (/^(?:Merge|Revert|fixup!|squash!)/.test(subject)) return [];
  const problems: string[] = [];
  if ([...subject].length > MAX_CHARACTERS) problems.push(`has more than ${MAX_CHARACTERS} characters`);
  if (!/^[A-Z]/.test(subject)) problems.push("does not begin with a capital letter");
  if (subject.endsWith(".")) problems.push("ends with a full stop");
  if (NOT_IMPERATIVE.test(subject))
    problems.push('is not in the imperative, like "Reject revoked API keys during uploads"');
  return problems;
}

function subjectsOf(source: string): readonly string[] {
  if (!source.includes("..")) return [readFileSync(source, "utf8").split("\n")[0] ?? ""];
  const log = spawnSync("git", ["log", "--format=%s", source], { encoding: "utf8" });
  if (log.status !== 0) throw new Error(log.stderr);
  return log.stdout.trim().split("\n").filter(Boolean);
}

if (import.meta.main) {
  const refused = subjectsOf(process.argv[2] ?? "HEAD~1..HEAD").flatMap((subject) =>
    problemsOf(subject).map((problem) => `"${subject}" ${problem}`),
  );
  for (const line of refused) console.error(line);
  process.exitCode = refused.length > 0 ? 1 : 0;
}

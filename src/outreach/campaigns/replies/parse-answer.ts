import { plainWord } from "#inbox/consents/index.ts";

/** docs/rules/campaigns.md#variants. */
const YES = ["sim", "s", "1", "ok", "quero", "pode", "claro", "aceito", "confirmo", "yes", "si", "👍"];
const NO = ["nao", "n", "2", "no"];

/** Reads an answer to a request; undefined = neither yes nor no. */
export function parseAnswer(text: string | null, mode: "words" | "any"): "yes" | "no" | undefined {
  if (mode === "any") return "yes";
  const word = plainWord(text ?? "");
  if (YES.includes(word)) return "yes";
  return NO.includes(word) ? "no" : undefined;
}

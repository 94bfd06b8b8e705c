import type { StorageAnswer } from "#channels/media/contract.ts";

/** From here on the company should do something. */
const NEARLY_FULL = 0.8;

/** Fill level of the storage; while files wait for space it counts as full, regardless of the numbers. */
export function levelOf({
  usedBytes,
  limitBytes,
  waiting,
}: Pick<StorageAnswer, "usedBytes" | "limitBytes" | "waiting">): "ok" | "nearly" | "full" {
  if (limitBytes === null) return "ok";
  if (usedBytes >= limitBytes || waiting > 0) return "full";
  return usedBytes >= limitBytes * NEARLY_FULL ? "nearly" : "ok";
}

import * as v from "valibot";
import { Instant } from "#platform/http/contract.ts";

/** How the certificate of a server that ends TLS itself stands (cockpit). */
export const CertificateState = v.object({
  /** `authority`: asked for by this server; `files`: the operator's own. */
  source: v.picklist(["authority", "files"]),
  names: v.array(v.string()),
  /** Null: there is none yet. */
  endsAt: v.nullable(Instant),
  /** Whole days; below 0 it has ended. */
  daysLeft: v.nullable(v.number()),
  /** Refusals since the last one that was given. */
  failures: v.number(),
  /** The last refusal, or why the files cannot be used. */
  error: v.nullable(v.string()),
  triedAt: v.nullable(Instant),
  /** When the authority is asked again after a refusal. */
  nextAt: v.nullable(Instant),
  /** Missing, ended, or about to: somebody has to look. */
  isLate: v.boolean(),
});
export type CertificateState = v.InferOutput<typeof CertificateState>;

/** OWASP's Argon2id floor: 19 MiB, 2 passes; about 40 ms, off the main thread. */
const ARGON2ID = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;

/** Hash to store. */
export const hashPassword = (plain: string): Promise<string> => Bun.password.hash(plain, ARGON2ID);

let decoy: Promise<string> | undefined;

/**
 * True when the password fits the hash. Without a hash (no such user) it takes as long as with one and answers
 * false, so that time does not tell who has an account.
 */
export async function verifyPassword(plain: string, hash: string | undefined): Promise<boolean> {
  if (hash !== undefined) return Bun.password.verify(plain, hash);
  decoy ??= hashPassword("decoy of nobody");
  await Bun.password.verify(plain, await decoy);
  return false;
}

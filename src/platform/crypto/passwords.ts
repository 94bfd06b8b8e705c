/** OWASP's Argon2id floor: 19 MiB, 2 passes; about 40 ms, off the main thread. */
const ARGON2ID = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;

/** Hash to store. */
export const hashPassword = (plain: string): Promise<string> => Bun.password.hash(plain, ARGON2ID);

/** Hash of a random text, of the same cost. */
const NOBODY =
  "$argon2id$v=19$m=19456,t=2,p=1$Xz7poSXieSNbbO7NpOoMn12xWMgvAewRhW7+s3wxa/4$UPMHVW9YRet9d6con93r21ipHcqzW7dQypQcEy8TRRo";

/**
 * True when the password fits the hash. Without a hash (no such user) it takes as long as with one and returns
 * false, so that the response time does not reveal which accounts exist.
 */
export async function verifyPassword(plain: string, hash: string | undefined): Promise<boolean> {
  const fits = await Bun.password.verify(plain, hash ?? NOBODY);
  return fits && hash !== undefined;
}

/** A bcrypt hash of an imported account: it verifies, and the next login replaces it by Argon2id. */
export const isBcryptHash = (hash: string): boolean => /^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/.test(hash);

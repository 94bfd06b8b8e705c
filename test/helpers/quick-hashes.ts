/**
 * Preloaded before every test file (bunfig.toml): a password is hashed as the product does it, at the least cost. Made as
 * strong as in earnest, every person of a test would cost 40 ms of a processor.
 */
const { hash } = Bun.password;

Bun.password.hash = (plain, how) =>
  hash.call(
    Bun.password,
    plain,
    typeof how === "object" && how.algorithm === "argon2id" ? { ...how, memoryCost: 8, timeCost: 1 } : how,
  );

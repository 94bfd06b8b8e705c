/**
 * Preloaded before every test file (bunfig.toml): hashes passwords with the product's algorithm at the lowest cost;
 * at full strength every user of a test would take 40 ms of processor time.
 */
const { hash } = Bun.password;

Bun.password.hash = (plain, how) =>
  hash.call(
    Bun.password,
    plain,
    typeof how === "object" && how.algorithm === "argon2id" ? { ...how, memoryCost: 8, timeCost: 1 } : how,
  );

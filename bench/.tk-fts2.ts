import { rmSync } from "node:fs";
import Database from "better-sqlite3";

const src = "/tmp/tk/std/companies/1/company.sqlite";
for (const prefix of ["2 3", "2 3 4 5 6", "3 4 5 6 7 8", "2 3 4 5 6 7 8"]) {
  rmSync("/tmp/tk/f.sqlite", { force: true });
  const db = new Database("/tmp/tk/f.sqlite");
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = OFF");
  db.exec(`ATTACH '${src}' AS s; CREATE TABLE message (id INTEGER PRIMARY KEY, body TEXT);
   CREATE VIRTUAL TABLE ms USING fts5 (body, content='message', content_rowid='id', tokenize="unicode61 remove_diacritics 2", prefix='${prefix}')`);
  const rows = db.prepare("SELECT id, body FROM s.message LIMIT 100000").all() as any[];
  db.exec("INSERT INTO message SELECT id, body FROM s.message LIMIT 100000");
  const ins = db.prepare("INSERT INTO ms(rowid, body) VALUES (?, ?)");
  const t = performance.now();
  // groups of 20, as ingest commits
  for (let i = 0; i < rows.length; i += 20) {
    db.exec("BEGIN");
    for (const r of rows.slice(i, i + 20)) ins.run(r.id, r.body);
    db.exec("COMMIT");
  }
  const ms = performance.now() - t;
  const size = db.prepare("SELECT sum(pgsize) FROM dbstat WHERE name LIKE 'ms_%'").pluck().get() as number;
  console.log(
    prefix.padEnd(16),
    `${(ms / 100).toFixed(2)} µs per message`,
    `${(size / 1e6).toFixed(1)} MB per 100k`,
  );
  for (const w of ['"entreg"*', '"pedido" "entrega"*', '"orcamento" "bolo"*']) {
    const s = db
      .prepare(
        `SELECT count(*) FROM (SELECT rowid AS id FROM ms WHERE ms MATCH ? ORDER BY rowid DESC LIMIT 1000)`,
      )
      .pluck();
    s.get(w);
    const a = performance.now();
    for (let i = 0; i < 10; i++) s.get(w);
    console.log("   ", w, ((performance.now() - a) * 100).toFixed(0), "µs");
  }
  db.close();
}
